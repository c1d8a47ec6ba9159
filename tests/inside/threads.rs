//! Tests the distribution of work over threads.

use super::help::{self, load};
use ferz_core::fast::engine::Engine;
use ferz_core::fast::engine::parallel::pieces;

/// Positions with many or few first moves, with subtrees of similar or very different size.
const PLACES: [(&str, &str, u32); 9] = [
    ("chess", "", 3),
    ("chess", "", 4),
    ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
    // Six moves that leave check.
    ("chess", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4),
    ("chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5),
    ("shatranj", "", 4),
    ("tamerlane", "", 4),
    ("full-tamerlane", "", 4),
    ("xiangqi", "", 3),
];

#[test]
fn two_threads_finish_at_about_the_same_time() {
    for (game, text, depth) in PLACES {
        let engine = Engine::new(&load(game));
        let position = match text {
            "" => engine.start(),
            text => engine.position(&help::position(engine.variant(), text)),
        };
        let (moves, pieces) = pieces(&engine, &position, depth, 2);
        assert!(pieces.len() < 1000, "{game}: {}", pieces.len());
        let mut busy = [0; 2];
        for piece in &pieces {
            let first = usize::from(busy[1] < busy[0]);
            busy[first] += engine.perft(&piece.position, piece.depth);
        }
        let (all, longest) = (busy[0] + busy[1], busy[0].max(busy[1]));
        println!(
            "{game} {text} {depth}: {} moves, {} pieces, {:.3} times as fast",
            moves.len(),
            pieces.len(),
            all as f64 / longest as f64
        );
        assert_eq!(all, engine.perft(&position, depth));
        assert!(longest * 195 <= all * 100, "{game} {text} {depth}: {busy:?}");
    }
}
