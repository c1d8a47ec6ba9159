//! Plots as SVG, drawn with plotters.
//!
//! [`dots`] draws estimates with their intervals, and [`bars`] draws shares. The colors are distinguishable with
//! every kind of color vision and in print, and the tables of the page contain the same values.

use super::statistics::Estimate;
use plotters::prelude::*;

const WIDTH: u32 = 860;
const ROW: u32 = 30;
const INK: RGBColor = RGBColor(0x22, 0x22, 0x22);
const BLUE: RGBColor = RGBColor(0x0b, 0x62, 0xa4);

/// The colors of the parts of a bar, from light to dark.
const PARTS: [RGBColor; 4] = [
    RGBColor(0xf0, 0xe4, 0xc8),
    RGBColor(0x9a, 0xa5, 0xb1),
    RGBColor(0x1f, 0x3a, 0x5f),
    RGBColor(0xff, 0xff, 0xff),
];

fn height(rows: usize) -> u32 {
    70 + ROW * rows as u32
}

/// Draws a dot with its interval for each row, and a vertical line at `mark`. Returns `None` if no row has games.
pub(super) fn dots(rows: &[(String, Estimate)], label: &str, mark: Option<f64>) -> Option<String> {
    let known: Vec<&Estimate> = rows.iter().map(|(_, estimate)| estimate).filter(|one| one.n > 0).collect();
    let ends = known.iter().flat_map(|one| [one.low, one.high]).chain(mark);
    let (low, high) = ends.fold((f64::MAX, f64::MIN), |(low, high), end| (low.min(end), high.max(end)));
    if known.is_empty() {
        return None;
    }
    let room = ((high - low) * 0.08).max(1e-3);
    let mut svg = String::new();
    draw_dots(&mut svg, rows, label, (low - room, high + room), mark).ok()?;
    Some(svg)
}

type Drawn = Result<(), Box<dyn std::error::Error>>;

fn draw_dots(
    svg: &mut String,
    rows: &[(String, Estimate)],
    label: &str,
    (low, high): (f64, f64),
    mark: Option<f64>,
) -> Drawn {
    let root = SVGBackend::with_string(svg, (WIDTH, height(rows.len()))).into_drawing_area();
    let mut chart = ChartBuilder::on(&root)
        .margin(8)
        .margin_right(28)
        .x_label_area_size(46)
        .y_label_area_size(230)
        .build_cartesian_2d(low..high, (0..rows.len()).into_segmented())?;
    let names: Vec<&str> = rows.iter().rev().map(|(name, _)| name.as_str()).collect();
    let name = |at: &SegmentValue<usize>| named(&names, at);
    chart
        .configure_mesh()
        .disable_y_mesh()
        .y_labels(rows.len())
        .y_label_formatter(&name)
        .x_desc(label)
        .label_style(("sans-serif", 14).into_font().color(&INK))
        .axis_desc_style(("sans-serif", 14).into_font().color(&INK))
        .light_line_style(WHITE)
        .draw()?;
    if let Some(mark) = mark {
        let ends = [(mark, SegmentValue::Exact(0)), (mark, SegmentValue::Last)];
        chart.draw_series(std::iter::once(PathElement::new(ends, INK.stroke_width(1))))?;
    }
    let bars = rows.iter().rev().enumerate().filter(|(_, (_, one))| one.n > 0).map(|(at, (_, one))| {
        ErrorBar::new_horizontal(
            SegmentValue::CenterOf(at),
            one.low,
            one.value,
            one.high,
            BLUE.filled().stroke_width(2),
            10,
        )
    });
    chart.draw_series(bars)?;
    root.present()?;
    Ok(())
}

/// Draws a bar for each row that shows the shares of White's wins, draws, Black's wins, and games cut off.
pub(super) fn bars(rows: &[(String, [f64; 4])]) -> Option<String> {
    let mut svg = String::new();
    draw_bars(&mut svg, rows).ok()?;
    Some(svg)
}

fn draw_bars(svg: &mut String, rows: &[(String, [f64; 4])]) -> Drawn {
    let root = SVGBackend::with_string(svg, (WIDTH, height(rows.len()))).into_drawing_area();
    let mut chart = ChartBuilder::on(&root)
        .margin(8)
        .margin_right(28)
        .x_label_area_size(46)
        .y_label_area_size(230)
        .build_cartesian_2d(0.0..100.0, (0..rows.len()).into_segmented())?;
    let names: Vec<&str> = rows.iter().rev().map(|(name, _)| name.as_str()).collect();
    let name = |at: &SegmentValue<usize>| named(&names, at);
    chart
        .configure_mesh()
        .disable_mesh()
        .y_labels(rows.len())
        .y_label_formatter(&name)
        .x_desc("percent of the games")
        .label_style(("sans-serif", 14).into_font().color(&INK))
        .axis_desc_style(("sans-serif", 14).into_font().color(&INK))
        .draw()?;
    for (at, (_, shares)) in rows.iter().rev().enumerate() {
        let mut begin = 0.0;
        for (share, color) in shares.iter().zip(PARTS) {
            let end = begin + 100.0 * share;
            let corners = [(begin, SegmentValue::Exact(at)), (end, SegmentValue::Exact(at + 1))];
            for style in [color.filled(), INK.stroke_width(1)] {
                let mut bar = Rectangle::new(corners.clone(), style);
                bar.set_margin(5, 5, 0, 0);
                chart.draw_series(std::iter::once(bar))?;
            }
            begin = end;
        }
    }
    root.present()?;
    Ok(())
}

/// Returns the name of the row at a position of the axis.
fn named(names: &[&str], at: &SegmentValue<usize>) -> String {
    match at {
        SegmentValue::CenterOf(at) | SegmentValue::Exact(at) => names.get(*at).copied().unwrap_or(""),
        SegmentValue::Last => "",
    }
    .to_owned()
}
