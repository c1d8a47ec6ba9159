//! Tests of files that extend a game. A change replaces the parts that it names and keeps the others, also under other
//! switch values.
//!
//! [`extending`] loads a file that extends a shipped game, and [`moves`] lists the notations of a piece.

use super::help::{Texts, load_text, position};
use ferz_core::rules::interpreter::Interpreter;
use ferz_core::rules::{Act, Fact, PieceType, Reach, Variant, Walks};
use ferz_lang::catalog::{Catalog, GameRef};
use ferz_syntax::messages::diagnostic::Diagnostic;
use ferz_text::notation::movetext;

/// Loads a file that extends a game, with some switch values.
fn extending(game: &str, text: &str, set: &[(&str, &str)]) -> Result<Variant, Vec<Diagnostic>> {
    let text = format!("variant child \"A Child\" extends {game}\n{text}");
    let files = Texts(vec![("child.ferz".into(), text)]);
    let set: Vec<_> = set.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let loaded = Catalog::new(&files).load(&GameRef::parse("child.ferz"), &set);
    loaded.map(|loaded| std::sync::Arc::unwrap_or_clone(loaded.variant)).map_err(|failure| failure.problems)
}

fn piece<'v>(variant: &'v Variant, name: &str) -> &'v PieceType {
    variant.piece_types.iter().find(|own| own.name() == name).expect(name)
}

/// Returns the notations of a piece's moves, each with the zone in which the moves start.
fn moves(variant: &Variant, name: &str) -> Vec<String> {
    let moves = piece(variant, name).moves.iter();
    moves.map(|own| format!("{}{}", &*own.notation, own.limits())).collect()
}

#[test]
fn a_change_of_the_moves_keeps_the_rest() {
    let game = extending("tamerlane", "change piece king K `K`\n", &[]).expect("it loads");
    assert_eq!(piece(&game, "king").royal, Some(1));
    assert_eq!(Interpreter::new(&game).legal_moves(&game.start()).len(), 24);
    // The token is optional, and the remaining properties of the piece are kept.
    let game = extending("tamerlane", "change piece king `KN`\n", &[]).expect("it loads");
    assert_eq!(moves(&game, "king"), ["KN"]);
    assert_eq!(piece(&game, "king").also.0.len(), 1);
    let game = extending("chess", "change piece rook { value 300 }\n", &[]).expect("it loads");
    assert_eq!((moves(&game, "rook"), piece(&game, "rook").value), (vec!["R".to_owned()], Some(300)));
}

#[test]
fn lines_of_moves_replace_those_of_the_first_line() {
    let text = "change piece rook {\n  moves `R`\n  moves `D` on rank 1\n}\n";
    assert_eq!(moves(&extending("chess", text, &[]).expect("it loads"), "rook"), ["R", "D in rank 1"]);
    let added = "change piece rook {\n  add moves `D`\n}\n";
    assert_eq!(moves(&extending("chess", added, &[]).expect("it loads"), "rook"), ["R", "D"]);
    let removed = "change piece rook {\n  remove moves\n  stands still\n}\n";
    assert!(moves(&extending("chess", removed, &[]).expect("it loads"), "rook").is_empty());
    let one = "change piece rook {\n  moves `R`\n  moves `D`\n}\nchange piece rook { remove moves `R` }\n";
    assert_eq!(moves(&extending("chess", one, &[]).expect("it loads"), "rook"), ["D"]);
}

#[test]
fn a_switch_replaces_what_it_names_under_each_value() {
    let text = r#"
change piece king {
  switch exit "How does the king leave a citadel?" {
    any* "in any direction; invented"
        { moves `K` }
    diagonally "only diagonally; invented" {
      moves `K` outside either citadel
      moves `F` on either citadel
    }
  }
}
"#;
    let fen = "11/11/11/11/11/11/11/11/11/10k w - - 0 1 z9=K swap=-";
    for (value, expected) in [("diagonally", vec!["z9a10", "z9a8"]), ("any", vec!["z9a10", "z9a8", "z9a9"])] {
        let set = [("king.exit", value), ("citadel.effect", "claim")];
        let game = extending("tamerlane", text, &set).expect("it loads");
        let legal = Interpreter::new(&game).legal_moves(&position(&game, fen));
        let mut texts: Vec<String> = legal.iter().map(|mv| movetext::write(&game, mv)).collect();
        texts.sort();
        assert_eq!(texts, expected, "{value}");
    }
}

#[test]
fn a_line_replaces_an_inherited_switch() {
    let game = extending("tamerlane", "change piece picket { moves `B` }\n", &[]).expect("it loads");
    assert_eq!(moves(&game, "picket"), ["B"]);
    assert!(game.switches.iter().all(|switch| switch.name != "picket.near"));
    // The readings of the parent that set this switch are kept.
    let set = [("picket.near", "yes")];
    let problems =
        extending("tamerlane", "change piece picket { moves `B` }\n", &set).expect_err("no switch");
    assert_eq!(problems[0].code.text(), "unknown-switch");
}

#[test]
fn an_under_replaces_lines_for_its_values_only() {
    let text = "change piece camel {\n  under picket.near yes {\n    moves `N`\n  }\n}\n";
    for (value, expected) in [("no", "C"), ("yes", "N")] {
        let game = extending("tamerlane", text, &[("picket.near", value)]).expect("it loads");
        assert_eq!(moves(&game, "camel"), [expected]);
    }
}

#[test]
fn the_lines_of_an_action_are_removed_by_their_first_words() {
    let swap = |line: &str| {
        let text = format!("change action swap {{\n  remove {line}\n}}\n");
        let game = extending("tamerlane", &text, &[]).expect(line);
        game.actions.iter().find(|action| action.name == "swap").expect("the swap").clone()
    };
    assert_eq!(swap("when in check").when, Some(Fact::NoOtherMove.into()));
    assert!(matches!(swap("not bringing").act, Act::Exchange { except_to, .. } if except_to.is_empty()));
    let problems =
        extending("chess", "change piece pawn { remove arriving at rank 8 }\n", &[]).expect_err("rank 8");
    assert_eq!(problems[0].message, "there is no `arriving at rank 8` to amend");
    let switch = "change switch giraffe.reach { 2* \"two\" { moves `[F-W-R]` } }\n";
    let problems = extending("tamerlane", switch, &[]).expect_err("the switch is in a block");
    let help = problems[0].help.as_deref().unwrap_or_default();
    assert!(help.contains("`change piece giraffe { change switch reach { ... } }`"), "{help}");
}

#[test]
fn what_is_removed_is_named_by_the_words_it_begins_with() {
    let removes = |line: &str| {
        let text = format!("change piece pawn-of-kings {{\n  {line}\n}}\n");
        piece(&extending("tamerlane", &text, &[]).expect(line), "pawn-of-kings").arrivals.len()
    };
    assert_eq!(removes("remove arriving at far-rank"), 0);
    assert_eq!(removes("remove arriving"), 0);
    let stage = "change piece pawn-of-pawns {\n  change stage homing {\n    note \"x\"\n  }\n}\n";
    for value in ["when-empty", "later"] {
        let game = extending("tamerlane", stage, &[("homecoming.when", value)]).expect("it loads");
        assert_eq!(piece(&game, "pawn-of-pawns.homing").notes.0.len(), 1);
    }
}

#[test]
fn a_block_is_changed_or_removed_but_not_written_again() {
    let text = "change piece pawn-of-pawns {\n  stage waiting { stands still }\n}\n";
    let problems = extending("tamerlane", text, &[]).expect_err("it is there");
    assert_eq!(problems[0].code.text(), "already-there");
    assert!(problems[0].help.as_ref().is_some_and(|help| help.contains("`change stage waiting { ... }`")));
}

#[test]
fn only_a_removal_removes_royalty() {
    let text = "change piece king { remove royal }\nremove royalty\nchange ending {\n  remove checkmate\n  remove stalemate\n  stalemate: draw\n}\n";
    let game = extending("chess", text, &[]).expect("it loads");
    assert_eq!(piece(&game, "king").royal, None);
}

#[test]
fn an_exchange_triggers_arrival_effects() {
    let game = |also: &str| {
        load_text(&format!(
            "variant t \"T\"\nboard {{\n  grid 5 x 5\n  black is white mirrored\n}}\nregion far = rank 5\n\
             piece king K `K` royal\npiece rook R `R`\npiece pawn P `fW` {{\n  arriving at far{also}: becomes rook\n}}\n\
             action swap {{\n  exchange king with own pawn\n}}\n\
             ending {{\n  checkmate: loss\n  stalemate: draw\n  repetition: draw when repeated 3\n}}\n\
             array start {{\n  2 | P P P P P\n  1 | R . K . R\n}}\n"
        ))
    };
    for (also, becomes) in [("", "P3k/5/5/5/K4 b - - 1 1"), (", also by exchange", "R3k/5/5/5/K4 b - - 1 1")]
    {
        let game = game(also);
        let before = position(&game, "K3k/5/5/5/P4 w - - 0 1");
        let rules = Interpreter::new(&game);
        let next = rules.legal(&before).into_iter().find(|next| movetext::write(&game, &next.mv) == "a5~a1");
        let next = next.expect("the exchange is legal");
        assert_eq!(ferz_text::notation::fen::write(&game, &next.after), becomes);
    }
}

/// The pawn moves backward only, so a general can arise only by the exchange.
#[test]
fn a_piece_can_arise_only_by_an_exchange() {
    let game = load_text(
        "variant t \"T\"\nboard {\n  grid 5 x 5\n  black is white mirrored\n}\nregion far = rank 5\n\
         piece king K `K` royal\npiece general G `F`\npiece pawn P `bW` {\n  arriving at far, also by exchange: becomes general\n}\n\
         action swap {\n  exchange king with own pawn\n}\n\
         ending {\n  checkmate: loss\n  stalemate: draw\n  repetition: draw when repeated 3\n}\n\
         array start {\n  2 | P P P P P\n  1 | . . K . .\n}\n",
    );
    let (id, _) = game.piece_type_ids().find(|(_, own)| own.name() == "general").expect("a general");
    assert!(Reach::new(&game, &Walks::default()).appears(id));
}

#[test]
fn a_piece_without_a_block_is_changed_line_by_line() {
    let text = "change piece king {\n  remove royal\n  immune to attack\n}\nremove royalty\nchange ending {\n  remove checkmate\n  remove stalemate\n  stalemate: draw\n}\n";
    let game = extending("chess", text, &[]).expect("it loads");
    assert_eq!((piece(&game, "king").royal, moves(&game, "king")), (None, vec!["KisO2".to_owned()]));
    let cited = "source book as Book \"A book\"\nchange piece king [Book] {\n  value 400\n}\n";
    let game = extending("chess", cited, &[]).expect("it loads");
    let king = piece(&game, "king");
    assert_eq!((king.royal, king.value), (Some(1), Some(400)));
    assert!(game.cited(king.origin).iter().any(|cite| cite.source == "book"));
}

#[test]
fn moves_replace_stands_still_and_the_reverse() {
    let text = "change piece pawn-of-pawns { change stage waiting { moves `W` } }\n";
    let game = extending("tamerlane", text, &[]).expect("it loads");
    let waiting =
        game.piece_types.iter().find(|own| own.stage.as_deref() == Some("waiting")).expect("a stage");
    assert_eq!(waiting.moves.len(), 1);
    let game = extending("chess", "change piece rook { stands still }\n", &[]).expect("it loads");
    assert!(moves(&game, "rook").is_empty());
}

#[test]
fn squares_replace_a_drawing_and_the_reverse() {
    let promotions = |text: &str| {
        let game = extending("chess", text, &[]).expect("it loads");
        let setup = position(&game, "k7/P3P3/8/8/8/8/8/7K w - - 0 1");
        let legal = Interpreter::new(&game).legal_moves(&setup);
        movetext::list(&game, &legal).into_iter().filter(|text| text.len() == 5).collect::<Vec<_>>()
    };
    let drawing = "change region far-rank {\n  8 | x x . . . . . .\n}\n";
    assert!(promotions(drawing).is_empty());
    let squares = format!("{drawing}change region far-rank = rank 8\n");
    assert_eq!(promotions(&squares), ["e7e8b", "e7e8n", "e7e8q", "e7e8r"]);
}

#[test]
fn an_answer_without_rules_keeps_the_inherited_rules() {
    let text = "change piece picket { change switch near { yes \"yes; worded anew, invented\" } }\n";
    let game = |value| extending("tamerlane", text, &[("picket.near", value)]).expect("it loads");
    assert_eq!(moves(&game("no"), "picket"), ["[F-B]"]);
    assert_eq!(moves(&game("yes"), "picket"), ["B"]);
}

#[test]
fn the_message_about_an_amendment_names_the_place_of_the_statement() {
    for (game, text, expected) in [
        ("tamerlane", "change piece pawn-of { moves `W` }", "change family pawn-of"),
        ("tamerlane", "change piece pawn-of-rook { moves `W` }", "remove pawn-of [rook]"),
        ("tamerlane", "remove stage waiting", "change piece pawn-of-pawns { ... }"),
        ("tamerlane", "remove action homecoming", "change piece pawn-of-pawns { "),
        ("chess", "change piece rook { remove moves `Q` }", "`R`"),
        ("chess", "change variant chess \"Other\"", "in its first line"),
    ] {
        let problems = extending(game, text, &[]).expect_err(text);
        let help = problems[0].help.clone().unwrap_or_default();
        assert!(help.contains(expected), "{text}: {help}");
    }
}

#[test]
fn moves_without_backticks_are_one_problem() {
    for (moves, written) in [
        ("[F-W-R]", "[F-W-R]"),
        ("WF", "WF"),
        ("W[F-R]", "W[F-R]"),
        ("moves WF", "WF"),
        ("moves \"WF\"", "WF"),
    ] {
        let text = format!("change piece giraffe {{ {moves} }}");
        let [problem] = &extending("tamerlane", &text, &[]).expect_err(&text)[..] else {
            panic!("{moves}: more than one problem")
        };
        assert_eq!(problem.message, "moves belong in backticks", "{moves}");
        assert_eq!(problem.help, Some(format!("write `` `{written}` ``")));
    }
}

#[test]
fn marks_of_a_replaced_drawing_do_not_cover_the_new_one() {
    let text = "change array masculine {\n  1 | E . C . D K D . C . E\n}\n";
    let game = extending("tamerlane", text, &[]).expect("it loads");
    let array = game.arrays.iter().find(|array| array.name == "masculine").expect("an array");
    assert!(game.cites.of(array.origin).is_empty(), "the sources show another array");
}

#[test]
fn a_change_of_a_line_replaces_a_switch_that_decides_it() {
    let game = extending("tamerlane", "change first move black\n", &[]).expect("it loads");
    let legal = Interpreter::new(&game).legal_moves(&game.start());
    assert!(legal.iter().any(|mv| movetext::write(&game, mv) == "f8f7"));
    extending("tamerlane", "change about \"Another text.\"\n", &[]).expect("it loads");
    extending("tamerlane", "immune any piece in far-rank to capture\n", &[]).expect("it loads");
    let under = "under citadel.heir may-stay { immune adventitious-king to exchange }\n";
    extending("tamerlane", under, &[]).expect("it loads");
    extending("tamerlane", "change ending { remove repetition, bare-king }\n", &[]).expect("it loads");
}

#[test]
fn a_changed_switch_has_the_default_of_the_change() {
    let text = "change piece giraffe {\n  change switch reach {\n    2* \"two\"\n  }\n}\n";
    assert_eq!(moves(&extending("tamerlane", text, &[]).expect("it loads"), "giraffe"), ["[F-W-R]"]);
}

#[test]
fn help_shows_how_to_amend_what_is_elsewhere() {
    for (text, help) in [
        ("change camel { moves `N` }", "did you mean `piece camel`?"),
        (
            "change switch swap.when { check* \"x\" }",
            "the switch is in the block of `action swap`: write `change action swap { change switch when { ... } }`",
        ),
        (
            "change piece pawn-of-pawns.waiting { moves `F` }",
            "amend the stage with `change piece pawn-of-pawns { change stage waiting { ... } }`",
        ),
        (
            "clock resets on camel",
            "write `change clock resets on camel` to change it, or `remove clock` first",
        ),
        ("first move black", "write `change first move black` to change it, or `remove first move` first"),
        ("change title \"Other\"", "this game has a title of its own, in its first line"),
        (
            "change note \"Other\"",
            "write `remove` with the one to replace, such as `remove note \"Each side has 28 pieces.\" [H4 W11]`, and then the new one",
        ),
    ] {
        let problems = extending("tamerlane", text, &[]).expect_err(text);
        assert_eq!(problems[0].help.as_deref(), Some(help), "{text}");
    }
}

/// Agreement with a source is one line, and only a word drops the marks of the parent.
#[test]
fn marks_alone_are_added_and_without_drops_one() {
    let source = "source book as Book \"A book\"\n";
    let cites = |text: &str| -> Vec<String> {
        let game = extending("tamerlane", &format!("{source}{text}\n"), &[]).expect("it loads");
        let camel = piece(&game, "camel").origin;
        game.cites.of(camel).iter().map(|cite| cite.source.clone()).collect()
    };
    let inherited = cites("");
    assert!(inherited.len() > 1);
    let added = cites("change piece camel [Book]");
    assert_eq!(added, [inherited.clone(), vec!["book".to_owned()]].concat());
    assert_eq!(cites("change piece camel [Book]\nchange piece camel without [Book]"), inherited);
    let dropped = cites("change piece camel without [T10]");
    assert_eq!(dropped.len(), inherited.len() - 1);
    assert!(!dropped.contains(&"terraprint".to_owned()));
    // A change of the moves keeps no marks.
    assert_eq!(cites("change piece camel `[W-F]` [Book]"), ["book"]);
    let problems = extending("tamerlane", "change piece camel without [T1]", &[]).expect_err("not cited");
    assert!(problems.iter().any(|problem| problem.message.contains("does not cite `T1`")), "{problems:#?}");
}

/// One of several lines of a kind is named by its first words.
#[test]
fn marks_alone_are_added_to_one_of_several_lines() {
    let source = "source book as Book \"A book\"\n";
    for (game, text) in [
        ("shogi", "change piece pawn { change arriving at last-rank [Book] }"),
        ("shogi", "change piece pawn { change arriving at camp [Book] }"),
        ("atomar", "change capturing piece by explosive [Book]"),
        ("synochess", "change immune any piece in either reserve [Book]"),
        ("synochess", "change player may not capture cannon by cannon [Book]"),
        ("chess960", "change castling king in rank 1 with rook to its left [Book]"),
    ] {
        let cites = |text: &str| -> Vec<Vec<String>> {
            let game = extending(game, &format!("{source}{text}\n"), &[]).expect("it loads");
            let origins = game.rules().into_iter().map(|rule| rule.origin(&game));
            let sources = |origin| game.cites.of(origin).iter().map(|one| one.source.clone()).collect();
            origins.map(sources).collect()
        };
        let (now, inherited) = (cites(text), cites(""));
        assert_ne!(now, inherited, "{text}");
        for (now, before) in now.iter().zip(&inherited).filter(|(now, before)| now != before) {
            assert_eq!(*now, [before.clone(), vec!["book".to_owned()]].concat(), "{text}");
        }
        let dropped = cites(&format!("{text}\n{}", text.replace("[Book]", "without [Book]")));
        assert_eq!(dropped, inherited, "{text}");
    }
    let problems =
        extending("shogi", "change piece pawn { change arriving [P9] }", &[]).expect_err("two lines");
    assert!(problems[0].message.contains("several statements that begin with `arriving`"), "{problems:#?}");
}

/// Castling does not cross joined edges, so that the partners of a cylinder are those of chess.
#[test]
fn castlings_on_a_cylinder_are_those_of_chess() {
    let squares = |text: &str| {
        let game = extending("chess", text, &[]).expect("a game");
        game.castlings
            .iter()
            .map(|one| (one.color, one.king, one.partner, one.empty.clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(squares("change board { files join }\n"), squares(""));
}

/// A value of a switch may have the name of a keyword.
#[test]
fn a_value_with_the_name_of_a_keyword_is_amended() {
    let text = "change switch citadel.own { immune \"yes, none can be attacked; invented\" }\n";
    let game = extending("tamerlane", text, &[]).expect("a game");
    let own = game.switches.iter().find(|switch| switch.name == "citadel.own").expect("a switch");
    assert_eq!(own.values[0].text, "yes, none can be attacked; invented");
}

/// Marks at the end of a changed statement with commas belong to it, and those of a list of names to each of them.
#[test]
fn a_changed_statement_with_commas_can_be_cited() {
    let source = "source mine as M \"My own notes\"\n";
    for (game, text) in [
        ("marseillais", "change turn: 3 moves, first 1 [M]\n"),
        ("citadel", "change immune shah in enemy citadel to capture, attack [M]\n"),
        ("atomic", "change capturing piece: removes piece except [pawn, knight] around, vanishes [M]\n"),
        ("chess", "change piece pawn { change arriving at far-rank: becomes queen, vanishes [M] }\n"),
        (
            "chess",
            "change ending { change dead-position: draw when only [king] against [king], [king] against [king, bishop] [M] }\n",
        ),
        ("chess", "change ending { change checkmate, stalemate [M] }\n"),
        ("chess", "change piece king, piece queen [M]\n"),
    ] {
        let found = extending(game, &format!("{source}{text}"), &[]);
        let problems = found.err().unwrap_or_default();
        assert!(problems.is_empty(), "{text}: {problems:#?}");
    }
    assert!(
        extending("chess", &format!("{source}change ending {{ change checkmate, stalmate [M] }}\n"), &[])
            .is_err()
    );
}
