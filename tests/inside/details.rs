//! Compares the changes of pieces that the engine reports for a move with those that the interpreter finds.

use super::help::{env_number, load, sample};
use super::random::INVENTED;
use ferz_core::base::{Piece, PieceChange, Setup};
use ferz_core::fast::engine::Engine;
use ferz_core::play::game::{GameHistory, Random};
use ferz_core::rules::Variant;
use ferz_core::rules::interpreter::{Interpreter, changes};
use ferz_lang::catalog::built_in_names;
use ferz_text::notation::details::{Details, MoveKind};
use ferz_text::notation::{fen, movetext};

/// Plays a random game, and compares each legal move in every eighth position.
fn compare(variant: &Variant, random: &mut Random) {
    let mut game = GameHistory::new(&Engine::new(variant), variant.start());
    let rules = Interpreter::new(variant);
    for ply in 0..48 {
        let (listed, setup) = (game.listed(), game.setup().clone());
        let successors = if ply % 8 == 7 { rules.successors(&setup) } else { Vec::new() };
        assert!(successors.is_empty() || successors.len() == listed.len());
        for ((mv, shortcut), next) in listed.iter().zip(&successors) {
            let own = game.changes(shortcut);
            let (after, shifts) = next.clone().into_shifts();
            let expected = changes(&setup, &shifts, &*after);
            let place = || {
                let fen = fen::write(variant, &setup);
                format!("{} {fen} {}", variant.id, movetext::write(variant, mv))
            };
            assert_eq!(own, expected, "{}", place());
            assert_eq!(applied(&setup, &own), after.pieces, "{}", place());
            let details = Details::new(variant, &setup, mv, &own);
            let lost: Vec<_> = next.captured().collect();
            assert_eq!(details.lost().count(), lost.len(), "{}", place());
            assert!(lost.iter().all(|square| details.lost().any(|own| own == *square)), "{}", place());
        }
        let Some((mv, shortcut)) = random.pick(&listed) else { return };
        game.play_listed(mv, shortcut);
    }
}

/// Makes the changes on the board of a position.
fn applied(setup: &Setup, changes: &[PieceChange]) -> Vec<Option<Piece>> {
    let mut pieces = setup.pieces.clone();
    changes.iter().filter_map(|change| change.before).for_each(|(square, _)| pieces[square.index()] = None);
    for (square, piece) in changes.iter().filter_map(|change| change.after) {
        pieces[square.index()] = Some(piece);
    }
    pieces
}

#[test]
fn the_changes_of_moves_are_those_of_the_interpreter() {
    let mut random = Random::new(env_number("FERZ_SEED").unwrap_or(1) as u64);
    let invented = INVENTED.map(|path| format!("{}/{path}", env!("CARGO_MANIFEST_DIR")));
    for name in built_in_names().into_iter().chain(invented) {
        let variant = load(&name);
        for _ in 0..sample(1) {
            compare(&variant, &mut random);
        }
    }
}

#[test]
fn details_name_each_effect() {
    let details = |game: &str, text: &str, wanted: &str| {
        let variant = load(game);
        let game = GameHistory::new(&Engine::new(&variant), fen::read(&variant, text).expect("a position"));
        let listed = game.listed();
        let found = listed.iter().find(|(mv, _)| movetext::write(&variant, mv) == wanted);
        let (mv, shortcut) = found.expect("a legal move");
        let details = Details::new(&variant, game.setup(), mv, &game.changes(shortcut));
        serde_json::to_string(&details.data(&variant.board, wanted.to_owned())).expect("data")
    };
    assert_eq!(
        details("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6"),
        r#"{"move":"e5d6","kind":"en-passant","from":"e5","to":"d6","piece":"P","captured":[{"square":"d5","piece":"P","color":"black"}]}"#
    );
    assert_eq!(
        details("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"),
        r#"{"move":"e1g1","kind":"castling","from":"e1","to":"g1","piece":"K","moved":[{"from":"h1","to":"f1","piece":"R","color":"white"}]}"#
    );
    assert_eq!(
        details("chess", "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q"),
        r#"{"move":"a7b8q","kind":"move","from":"a7","to":"b8","piece":"P","promotion":"Q","after":{"square":"b8","piece":"Q","color":"white"},"captured":[{"square":"b8","piece":"N","color":"black"}]}"#
    );
    assert_eq!(
        details("atomic", "4k3/8/8/2nP4/3p4/8/6B1/R3K3 w - - 0 1", "g2f1"),
        r#"{"move":"g2f1","kind":"move","from":"g2","to":"f1","piece":"B"}"#
    );
    assert_eq!(
        details("atomic", "4k3/8/8/2nP4/2np4/8/2R5/4K3 w - - 0 1", "c2c4"),
        r#"{"move":"c2c4","kind":"move","from":"c2","to":"c4","piece":"R","after":null,"captured":[{"square":"c4","piece":"N","color":"black"}],"removed":[{"square":"c5","piece":"N","color":"black"}]}"#
    );
    assert_eq!(
        details("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@e4"),
        r#"{"move":"N@e4","kind":"drop","to":"e4","piece":"N"}"#
    );
}

#[test]
fn kinds_have_names() {
    assert_eq!(MoveKind::EnPassant.to_string(), "en-passant");
    assert_eq!(serde_json::to_string(&MoveKind::EnPassant).expect("data"), "\"en-passant\"");
}
