//! Tests that every rule and each of its parts is covered by all code that processes rules: pages, comparison, sources,
//! lints, and the search for positions that show a difference.
//!
//! The lists in this file are exhaustive matches over the kinds and roles of rules, so that a new kind or role cannot
//! be forgotten.

use super::help::{Texts, load, load_text, position};
use ferz_core::rules::{Filler, Mention, Role, RuleKind, RuleRef, Variant};
use ferz_lang::catalog::{Catalog, GameRef, Loaded};
use ferz_syntax::messages::text::capital;
use ferz_text::lab::claims::claims;
use ferz_text::lab::compare::{DifferenceScope, changes, history_difference, separate};
use ferz_text::words::page::sections;
use ferz_text::words::piece_rules::piece_rules;
use ferz_text::words::prose::{Prose, is_said};
use std::collections::BTreeSet;

const ALL_SORTS: &str = include_str!("../fixtures/games/all-sorts.ferz");

fn loaded(text: &str) -> Loaded {
    let files = Texts(vec![("test.ferz".into(), text.to_owned())]);
    let loaded = Catalog::new(&files).load(&GameRef::parse("test.ferz"), &[]);
    loaded.unwrap_or_else(|failure| panic!("{:#?}", failure.problems))
}

/// Returns some statements of the test game and a variation that differs in one rule of this kind.
fn changed(kind: RuleKind) -> Option<(&'static str, &'static str)> {
    Some(match kind {
        RuleKind::Board => ("grid 8 x 8", "grid 8 x 8\n  uncheckered"),
        RuleKind::Region => ("d4..e5", "d4..e4"),
        RuleKind::Array => ("2 | P P P P P P P P", "2 | P P P P . P P P"),
        RuleKind::Hands => ("hands    ", "hands without captures    "),
        RuleKind::Piece => ("reaper E `F`", "reaper E `FmW`"),
        RuleKind::Royal => ("reaper E `F`", "reaper E `F` royal"),
        RuleKind::Neutral => ("  neutral    ", "  stands still    "),
        RuleKind::Points => ("points 3", "points 4"),
        RuleKind::Moves => (" provided no own boulder", ""),
        RuleKind::Stays => ("stays in rank 1..4", "stays in rank 1..5"),
        RuleKind::Arrival => ("removes scout around, uses oath", "uses oath"),
        RuleKind::InHand => ("in hand becomes guard", "in hand becomes pawn"),
        RuleKind::Right => ("oath 3 times", "oath 4 times"),
        RuleKind::Action => ("  to camp\n  removing scout", "  to camp\n  removing reaper"),
        RuleKind::FollowUp => ("may put boulder on ford", "put boulder on ford"),
        RuleKind::CastlingRule => ("to its right: to g1 and f1", "to its right: to f1 and e1"),
        RuleKind::Admission => ("[king, rook, pawn]", "[rook, pawn]"),
        RuleKind::Border => ("ford: pawn orthogonally", "ford: pawn diagonally"),
        RuleKind::Immunity => ("to displacement", "to displacement, capture"),
        RuleKind::MoveRule => ("own pawn >= 2", "own pawn >= 3"),
        RuleKind::Royalty => ("check binds always", "check binds never"),
        RuleKind::FirstMove => ("first move dice", "first move white"),
        RuleKind::Turns => ("turn: 2 moves", "turn: 3 moves"),
        RuleKind::Ending => ("when quiet 80", "when quiet 90"),
        RuleKind::Clock => ("clock resets on pawn", "clock resets on scout"),
        RuleKind::FenCount => ("counts oath", "counts enemy oath"),
        // A castling follows from the piece that castles and from the array.
        RuleKind::Castling => return None,
    })
}

/// Returns the role after this one. The match makes the compiler demand an entry for each new role.
fn next(role: Option<Role>) -> Option<Role> {
    let Some(role) = role else { return Some(Role::Actor) };
    match role {
        Role::Actor => Some(Role::Subject),
        Role::Subject => Some(Role::Partner),
        Role::Partner => Some(Role::Victim),
        Role::Victim => Some(Role::Lost),
        Role::Lost => Some(Role::Over),
        Role::Over => Some(Role::Stops),
        Role::Stops => Some(Role::Removed),
        Role::Removed => Some(Role::Cleared),
        Role::Cleared => Some(Role::Marks),
        Role::Marks => Some(Role::Becomes),
        Role::Becomes => Some(Role::Drops),
        Role::Drops => Some(Role::Puts),
        Role::Puts => Some(Role::From),
        Role::From => Some(Role::Goes),
        Role::Goes => Some(Role::Where),
        Role::Where => Some(Role::Blocks),
        Role::Blocks => Some(Role::Except),
        Role::Except => Some(Role::When),
        Role::When => Some(Role::Provided),
        Role::Provided => Some(Role::Uses),
        Role::Uses => Some(Role::Loses),
        Role::Loses => Some(Role::Gains),
        Role::Gains => Some(Role::Sets),
        Role::Sets => Some(Role::SetTo),
        Role::SetTo => Some(Role::Counts),
        Role::Counts => None,
    }
}

fn roles() -> Vec<Role> {
    std::iter::successors(next(None), |role| next(Some(*role))).collect()
}

fn kinds(variant: &Variant) -> BTreeSet<RuleKind> {
    variant.rules().into_iter().map(RuleRef::kind).collect()
}

#[test]
fn the_test_game_has_every_role() {
    let game = load_text(ALL_SORTS);
    let parts = game.rules().into_iter().flat_map(RuleRef::parts);
    let played: BTreeSet<Role> = parts.map(|part| part.role).collect();
    assert_eq!(played, roles().into_iter().collect());
}

#[test]
fn every_rule_is_on_the_page_of_the_game() {
    let game = load_text(ALL_SORTS);
    let prose = Prose::new(&game);
    let own = game.piece_type_ids().flat_map(|(id, _)| prose.traits(id));
    let page = page_of(&game).into_iter().chain(own).collect::<Vec<_>>().join("\n");
    for rule in game.rules() {
        // A page draws these rules or states them with the rules that they count.
        if matches!(rule.kind(), RuleKind::Board | RuleKind::Array | RuleKind::Right | RuleKind::FenCount) {
            continue;
        }
        for text in prose.rule(rule) {
            let is_said = page.contains(&text) || page.contains(&capital(&text));
            assert!(is_said, "{rule:?}: {text}\n{page}");
        }
    }
}

/// The short page has each sentence about a rule in force, and states the squares of each region that it names once.
#[test]
fn the_short_page_has_every_rule() {
    let joined = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for name in crate::help::games() {
        let variant = load(&name);
        let prose = Prose::new(&variant).brief();
        let mut page = joined(&crate::help::out(&crate::help::ferz(&["show", &name, "--short"])));
        for region in &variant.regions {
            let squares = format!(" ({})", prose.squares(region));
            assert!(
                page.matches(&format!("{}{squares}", region.name)).count() <= 1,
                "{name}: {}",
                region.name
            );
            page = page.replace(&format!("{}{squares}", region.name), &region.name);
        }
        let page = page.to_lowercase();
        for rule in variant.rules().into_iter().filter(|rule| is_said(&variant, *rule)) {
            // A page states a right with the rules that use it, and draws the array.
            if matches!(rule.kind(), RuleKind::Right | RuleKind::Array | RuleKind::FenCount) {
                continue;
            }
            for sentence in prose.rule(rule) {
                assert!(page.contains(&joined(&sentence).to_lowercase()), "{name}: {sentence}\n{page}");
            }
        }
    }
}

/// Returns the rules on the page of a game, one item each.
fn page_of(game: &Variant) -> Vec<String> {
    sections(game, &Prose::new(game)).into_iter().flat_map(|section| section.items).collect()
}

/// A page defines the leader of a side if a rule depends on it, and not because a name contains the word.
#[test]
fn names_do_not_define_terms() {
    let page = |ending: &str| {
        let game = load_text(&format!(
            "{SMALL}piece leader-knight N `N`\nending {{\n  stalemate: draw\n  gone: loss when {ending}\n}}\n{ARRAY}"
        ));
        let ids: Vec<_> = game.piece_type_ids().map(|(id, _)| id).collect();
        let rules = piece_rules(&game, Prose::new(&game), &ids[..1], &ids);
        let told: Vec<String> = rules.iter().map(|rule| rule.item(|_| String::new())).collect();
        [page_of(&game).join("\n"), told.join("\n")]
    };
    let definition = "The leader of a side is";
    assert!(page("no own leader-knight").iter().all(|text| !text.contains(definition)));
    let [game, piece] = page("no own leader");
    assert!(game.contains(definition) && piece.contains(definition), "{game}\n{piece}");
}

/// Pieces are the player's own by the filter, and not because of their name.
#[test]
fn names_do_not_change_owners() {
    let game = load_text(&format!(
        "{SMALL}piece goat G `N` {{ title \"Own goat\" }}\nplayer must capture goat if it can\n{ARRAY}"
    ));
    let page = page_of(&game).join("\n");
    assert!(page.contains("can capture an own goat must do so"), "{page}");
}

#[test]
fn every_rule_is_compared() {
    let game = loaded(ALL_SORTS);
    for kind in kinds(&game.variant) {
        let Some((from, to)) = changed(kind) else { continue };
        let text = ALL_SORTS.replacen(from, to, 1);
        assert_ne!(text, ALL_SORTS, "{kind:?}");
        let other = loaded(&text);
        let differs = changes(&game, &other);
        // A title is a name and not a rule.
        assert!(!differs.is_empty() || kind == RuleKind::Piece, "{kind:?} is not compared");
        let plays =
            !matches!(kind, RuleKind::Board | RuleKind::Piece | RuleKind::FenCount | RuleKind::Region);
        let is_alone = !separate(&game.variant, &other.variant).is_empty();
        assert!(is_alone || !plays || kind == RuleKind::Array, "{kind:?} is not told from the rest");
    }
}

/// The first ending that applies decides, and so does the first obligation. Mate and stalemate never apply at once.
#[test]
fn the_order_of_rules_is_compared() {
    let game = |first: &str, second: &str| {
        loaded(&format!(
            "variant x \"X\"\nboard {{ grid 3 x 3; black is white mirrored }}\nregion far = rank 3\n\
             piece king K `K` royal\npiece pawn P `fmWfcF`\narray start {{ 1 | P P K }}\n{first}\n{second}\n"
        ))
    };
    let (arrived, stalemate) =
        ("ending { arrived: loss when enemy pawn in far }", "ending { stalemate: draw }");
    let (captures, checks) = ("player must capture pawn if it can", "player must give check if it can");
    for (one, other, texts) in [
        (arrived, stalemate, ["in this order: arrived; stalemate", "in this order: stalemate; arrived"]),
        (
            captures,
            checks,
            [
                "in this order: a player who can capture a pawn must do so; a player who can give check must do so",
                "in this order: a player who can give check must do so; a player who can capture a pawn must do so",
            ],
        ),
    ] {
        let (first, second) = (game(one, other), game(other, one));
        let found = changes(&first, &second);
        assert_eq!(found.iter().map(|change| change.name.as_str()).collect::<Vec<_>>(), ["order"]);
        let said = [&found[0].a, &found[0].b].map(|said| said.as_ref().map_or("", |said| said.text.as_str()));
        assert_eq!(said, texts);
        assert!(changes(&first, &first).is_empty());
    }
    let (mate, stalemate) = ("ending { checkmate: loss }", "ending { stalemate: draw }");
    assert!(changes(&game(mate, stalemate), &game(stalemate, mate)).is_empty());
}

#[test]
fn every_rule_is_a_claim_with_its_source() {
    let game = loaded(ALL_SORTS);
    let claims = claims(&game);
    let cited = |line: usize| claims.iter().any(|claim| claim.line == line);
    let said = |text: &str| claims.iter().any(|claim| claim.text.contains(text.trim_end_matches('.')));
    for rule in game.variant.rules() {
        let origin = rule.origin(&game.variant);
        let (Some((_, line)), false) =
            (ferz_text::words::explain::place(&game.game.sources, origin), rule.kind() == RuleKind::Region)
        else {
            continue;
        };
        let texts = Prose::new(&game.variant).rule(rule);
        assert!(cited(line) || texts.iter().all(|text| said(text)), "{rule:?} on line {line}: {claims:#?}");
    }
}

#[test]
fn differences_concern_everything_that_a_rule_mentions() {
    let game = load_text(ALL_SORTS);
    for (kind, from, to) in [
        (RuleKind::Action, "  removing scout\n", ""),
        (RuleKind::Action, "  exchange rook with reaper", "  exchange rook with scout"),
        (RuleKind::Action, "not bringing reaper to far-rank", "not bringing guard to far-rank"),
        (RuleKind::FollowUp, "may put boulder on ford", "may put boulder on far-rank"),
        (RuleKind::Arrival, "removes scout around, uses oath", "uses oath"),
        (RuleKind::Arrival, "between it and rook", "between it and pawn"),
    ] {
        let other = load_text(&ALL_SORTS.replacen(from, to, 1));
        let concern = DifferenceScope::new(&game, &other);
        let theirs = other.rules();
        let rule = game.rules().into_iter().find(|rule| rule.kind() == kind && !theirs.contains(rule));
        let rule = rule.unwrap_or_else(|| panic!("{from}"));
        for part in rule.parts() {
            part.filler.mentions(&mut |mention| {
                if let Mention::PieceType(id) = mention {
                    assert!(concern.piece_types.contains(&id), "{from}: {part:?}");
                }
            });
            if let Filler::Zone(zone) = part.filler
                && zone.name == "ford"
            {
                let all = concern.squares.white;
                assert_eq!(all & zone.squares.white, zone.squares.white, "{from}: {part:?}");
            }
        }
    }
}

/// Another piece that arrives removes this one.
#[test]
fn a_piece_page_lists_the_effects_of_other_pieces() {
    for (game, piece, text) in [
        (load("atomic"), "knight", "the knight may be removed"),
        (load_text(ALL_SORTS), "scout", "the scout may be removed"),
        (load_text(ALL_SORTS), "guard", "the guard may be exchanged"),
        (load_text(ALL_SORTS), "guard", "removes every guard next to it"),
        (load_text(ALL_SORTS), "reaper", "may not lose"),
    ] {
        let all: Vec<_> = game.piece_type_ids().map(|(id, _)| id).collect();
        let stages: Vec<_> = all.iter().copied().filter(|id| game.piece_type(*id).piece == piece).collect();
        let rules = piece_rules(&game, Prose::new(&game), &stages, &all);
        let told: Vec<String> = rules.iter().map(|rule| rule.item(|_| String::new())).collect();
        assert!(told.join("\n").contains(text), "{piece}: {told:#?}");
    }
}

#[test]
fn games_differ_in_their_repetition_rules() {
    let with = |line: &str| load_text(&format!("{SMALL}ending {{\n  stalemate: draw\n{line}}}\n{ARRAY}"));
    let shown = |one: &str, other: &str| {
        let found = history_difference(&with(one), &with(other)).expect("they differ");
        (found.difference.standing_a.expect("a standing"), found.difference.standing_b.expect("a standing"))
    };
    assert_eq!(
        shown("  again: draw when repeated 3\n", "  again: loss when repeated 3\n"),
        ("drawn (again)".to_owned(), "Black has won (again)".to_owned())
    );
    assert_eq!(
        shown("  again: draw when repeated 3\n", "  again: draw when repeated 4\n"),
        ("drawn (again)".to_owned(), "the game goes on".to_owned())
    );
    // No position shows a rule about repeated checks.
    let (one, other) = shown("  chase: loss when repeated 3 giving check\n", "");
    assert!(one.contains("3 times") && other == "positions may recur", "{one}; {other}");
    let (one, other) =
        shown("  chase: loss when repeated 3 giving check\n", "  chase: loss when repeated 4 giving check\n");
    assert!(one.contains("3 times") && other.contains("4 times"), "{one}; {other}");
}

const SMALL: &str = r#"variant small "Small"
board {
  grid 5 x 5
  black is white turned
}
piece king K `K` royal
piece rook R `R`
"#;

const ARRAY: &str = r"array start {
  1 | R . K . R
}
";

/// A rule can apply to the piece that an earlier rule has created, even if the array has no such piece.
#[test]
fn successive_rules_are_followed() {
    let game = loaded(
        r#"variant chain "Chain"
board {
  grid 6 x 6
  black is white turned
}
region far-rank = rank 6
region first-rank = rank 1
piece king K `K` royal
piece wall W {
  stands still
}
piece pawn P `fmW` {
  arriving at far-rank: becomes wall
  arriving at far-rank: goes to home of king or nearest
}
immune wall in first-rank to capture
ending {
  checkmate: loss
  stalemate: draw
}
array start {
  2 | P P P P P P
  1 | . . K . . .
}
"#,
    );
    let idle = game.warnings.iter().filter(|warning| warning.message.contains("applies to no piece"));
    assert_eq!(idle.count(), 0, "{:#?}", game.warnings);
}

/// A piece that another rule places can reach squares that its own moves do not reach.
#[test]
fn pieces_that_rules_place_are_followed() {
    let game = loaded(
        r#"variant swap "Swap"
board {
  grid 6 x 6
  black is white turned
}
region first-rank = rank 1
piece king K `K` royal
piece swapper S `uR`
piece pawn P `fmWfcF`
immune pawn in first-rank to capture
ending {
  checkmate: loss
  stalemate: draw
}
array start {
  2 | P P P P P P
  1 | S . K . . S
}
"#,
    );
    let idle = game.warnings.iter().filter(|warning| warning.message.contains("applies to no piece"));
    assert_eq!(idle.count(), 0, "{:#?}", game.warnings);
}

/// A neutral piece has no counterpart, neither in the array nor in another order of it.
#[test]
fn a_shuffled_neutral_piece_has_no_counterpart() {
    let files = Texts(vec![(
        "shuffled.ferz".to_owned(),
        "variant shuffled \"Shuffled\"\nboard { grid 5 x 5; black is white turned }\n\
         piece king K `K` royal\npiece birch B { neutral }\npiece fir F `W`\n\
         ending { checkmate: loss; stalemate: draw }\n\
         array found {\n  1 | B F . K F\n  shuffle [a1, b1, d1, e1]: B, F, K, F\n}\n"
            .to_owned(),
    )]);
    for array in ["", "/0", "/1"] {
        let loaded = Catalog::new(&files).load(&GameRef::parse(&format!("shuffled.ferz{array}")), &[]);
        let variant = loaded.unwrap_or_else(|failure| panic!("{array}: {:#?}", failure.problems)).variant;
        let start = variant.start();
        let neutral: Vec<_> =
            start.pieces().filter(|(_, piece)| variant.is_neutral(piece.piece_type)).collect();
        assert_eq!(neutral.len(), 1, "{array}");
        assert_eq!(neutral[0].1.color, ferz_core::base::Color::White, "{array}");
        let text = ferz_text::notation::fen::write(&variant, &start);
        assert_eq!(position(&variant, &text), start, "{array}");
    }
}
