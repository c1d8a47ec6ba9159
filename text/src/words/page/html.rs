//! Writes the rule page of a game as one self-contained HTML file.
//!
//! [`html`] is the entry point. All content from files is escaped as text. The content security policy forbids the page
//! to load resources or to run scripts. The only exception is the runtime, which the policy identifies by its hash.

use super::{GamePage, Paragraph, PiecePart};
use crate::lang::catalog::Loaded;
use crate::messages::text;
use crate::rules::{Cite, Switch, Variant};
use crate::words::drawing::diagram::MoveBoard;
use crate::words::drawing::{Pieces, figure, position, svg};

/// The start of the first line of a page, by which the program recognizes its own pages.
pub const HEAD: &str = "<!doctype html><!-- made by ferz page -->";

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:light-dark(#1d2320,#e9e5da);--line:light-dark(#d5cdbd,#46504b);--paper:light-dark(#faf7f1,#191d1b)}\
body{font:16px/1.5 system-ui,'DejaVu Sans',Verdana,sans-serif;max-width:60rem;margin:0 auto;padding:1rem;color:var(--ink);background:var(--paper);overflow-wrap:anywhere}\
h1{line-height:1.2}h2{border-bottom:1px solid var(--line);margin-top:2rem}code{background:light-dark(#efe9dc,#323a36);padding:0 3px}\
.piece{display:flex;flex-wrap:wrap;gap:1rem;align-items:flex-start;border-bottom:1px solid var(--line);padding:.7rem 0;break-inside:avoid}\
.drawn>svg,.piece svg{background:#faf7f1;border-radius:4px}\
.piece>svg{width:14rem;height:auto;flex:none}.piece h3 svg{width:2.6rem;height:2.6rem;vertical-align:middle;margin-right:.4rem}.piece div{flex:1 1 20rem}.drawn>svg{max-width:36rem;width:100%;height:auto}small{color:light-dark(#4d5650,#b6bdb6);font-weight:400}";

/// A script that makes the board of a page playable.
pub struct Runtime<'t> {
    /// The hash of the script in the syntax of a content security policy.
    pub hash: &'t str,
    pub script: &'t str,
    /// The data of the game for the script, as JSON.
    pub game: String,
}

/// Returns the page of a game as HTML. With a runtime, its board is playable.
pub fn html(loaded: &Loaded, page: &GamePage, pieces: Pieces, runtime: Option<&Runtime>) -> String {
    let mut out = head(&page.title, runtime);
    out.extend(page.about.iter().map(|text| format!("<p>{}</p>", rich(text))));
    out.extend(chosen(page));
    let variant = &loaded.variant;
    let board = svg(&position::drawing(variant, &variant.start(), None).showing(pieces), &page.title);
    out.push(format!("<section><h2>The board</h2><div class=\"drawn\" id=\"ferz-board\">{board}</div>"));
    out.push(format!(
        "<p>{}{}</p><p><code>{}</code></p></section>",
        rich(&page.board.text),
        cites(&page.board.cites),
        plain(&page.fen)
    ));
    out.push("<section><h2>The pieces</h2>".to_owned());
    out.extend(page.pieces.iter().map(|part| drawn_piece(variant, part, pieces)));
    out.push("</section>".to_owned());
    for section in &page.sections {
        out.push(list(section.title, section.items.iter().map(|item| rich(item))));
    }
    if !page.switches.is_empty() {
        out.push("<section><h2>Questions on which the sources differ</h2>".to_owned());
        out.extend(page.switches.iter().map(switch));
        out.push("</section>".to_owned());
    }
    for (title, said) in [("Notes", &page.notes), ("History", &page.history)] {
        if !said.is_empty() {
            let all = said.iter().map(paragraph).collect::<String>();
            out.push(format!("<section><h2>{title}</h2>{all}</section>"));
        }
    }
    if !page.sources.is_empty() {
        let source = |one: &super::Named| format!("<b>{}</b> {}", plain(&one.name), plain(&one.text));
        out.push(list("Sources", page.sources.iter().map(source)));
    }
    match runtime {
        Some(Runtime { script, game, .. }) => {
            let game = game.replace('<', "\\u003c");
            out.push(format!("</main><script type=\"application/json\" id=\"ferz-game\">{game}</script>"));
            out.push(format!("<script>{script}</script></body></html>"));
        }
        None => out.push("<p><small>This page has no playable board: it was made without a runtime.</small></p></main></body></html>".to_owned()),
    }
    out.join("\n") + "\n"
}

/// Returns the start of a page, up to its title.
fn head(title: &str, runtime: Option<&Runtime>) -> Vec<String> {
    let scripts = runtime.map_or_else(
        || "script-src 'none'".to_owned(),
        |one| format!("script-src '{}' 'wasm-unsafe-eval' blob:; worker-src blob:", one.hash),
    );
    vec![
        HEAD.to_owned(),
        r#"<html lang="en"><head><meta charset="utf-8">"#.to_owned(),
        format!(
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; {scripts}; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'\">"
        ),
        r#"<meta name="viewport" content="width=device-width, initial-scale=1">"#.to_owned(),
        format!("<title>{}</title><style>{STYLE}</style></head><body><main>", plain(title)),
        format!("<h1>{}</h1>", plain(title)),
    ]
}

/// Names the array and the reading of the page, if the game has several.
fn chosen(page: &GamePage) -> Vec<String> {
    let array = page.arrays.iter().find(|one| one.name == page.array).filter(|_| page.arrays.len() > 1);
    let array = array.map(|one| format!("<p><b>Array:</b> {}.</p>", rich(&one.text)));
    let reading = page.readings.iter().find(|one| one.name == page.reading && one.name != "default");
    let reading = reading.map(|one| {
        let title = if one.title.is_empty() { &one.name } else { &one.title };
        let stances = page.stances.join(" ");
        format!("<p><b>Reading:</b> {}. {} {}</p>", rich(title), rich(&one.about), rich(&stances))
    });
    let usual = || "<p><b>Reading:</b> the answers of the file.</p>".to_owned();
    let reading = reading.or_else(|| (!page.switches.is_empty()).then(usual));
    array.into_iter().chain(reading).collect()
}

fn plain(text: &str) -> String {
    let text = text::escaped(text);
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Escapes a text and marks the parts in backticks as code.
fn rich(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let part = |(at, part): (usize, &str)| match at % 2 {
        0 => plain(part),
        _ => format!("<code>{}</code>", plain(part)),
    };
    parts.map(part).collect()
}

fn cites(cites: &[Cite]) -> String {
    let all: Vec<String> = cites.iter().map(Cite::text).collect();
    if all.is_empty() { String::new() } else { format!(" <small>[{}]</small>", plain(&all.join("; "))) }
}

fn paragraph(said: &Paragraph) -> String {
    format!("<p>{}{}</p>", rich(&said.text), cites(&said.cites))
}

fn list(title: &str, items: impl Iterator<Item = String>) -> String {
    let items: String = items.map(|item| format!("<li>{item}</li>")).collect();
    format!("<section><h2>{}</h2><ul>{items}</ul></section>", plain(title))
}

/// Describes a piece beside its picture.
fn drawn_piece(variant: &Variant, part: &PiecePart, pieces: Pieces) -> String {
    let found = variant.piece_type_ids().find(|(_, own)| own.token == part.token);
    let own = found.map(|(_, own)| own);
    let token = part.token.split('.').next().unwrap_or_default();
    let figure = own.and_then(|own| figure(own, pieces));
    let icon = own.and_then(|own| position::icon(variant, own, pieces));
    let drawn = |(id, _)| MoveBoard::picture_of(variant, id, (token, figure), &part.title);
    let picture = found.filter(|(_, own)| !own.moves.is_empty()).map(drawn).unwrap_or_default();
    piece(part, &picture, &icon.unwrap_or_default())
}

fn piece(part: &PiecePart, picture: &str, icon: &str) -> String {
    let mut lines = vec![format!(
        "<article class=\"piece\">{picture}<div><h3>{icon}{} <code>{}</code>{}</h3>",
        plain(&part.title),
        plain(&part.token),
        cites(&part.cites)
    )];
    lines.extend(part.other_names.iter().map(|names| format!("<p><small>{}</small></p>", plain(names))));
    let way = |way: &super::MoveEntry| {
        format!("<p><code>{}</code>{} {}</p>", plain(&way.notation), plain(&way.limits), rich(&way.text))
    };
    lines.extend(part.ways.iter().map(way));
    lines.extend(part.traits.iter().chain(&part.notes).map(|text| format!("<p>{}</p>", rich(text))));
    lines.concat() + "</div></article>"
}

fn switch(switch: &Switch) -> String {
    let said = |text: &str, name: &str| rich(if text.is_empty() { name } else { text });
    let value = |value: &crate::rules::SwitchValue| {
        let chosen = if value.name == switch.chosen { " <b>(in force)</b>" } else { "" };
        format!("<li>{}{chosen}{}</li>", said(&value.text, &value.name), cites(&value.cites.0))
    };
    let values: String = switch.values.iter().map(value).collect();
    format!("<h3>{}</h3><ul>{values}</ul>", said(&switch.question, &switch.name))
}
