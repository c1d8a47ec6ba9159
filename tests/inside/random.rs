//! Random positions of any game, which are the same on every machine.

use super::help::load;
use ferz_core::base::{Color, Piece, PieceTypeId, Setup};
use ferz_core::rules::{Switch, Variant};

/// The shipped games with their arrays.
pub const GAMES: [&str; 9] = [
    "tamerlane",
    "tamerlane/feminine",
    "tamerlane/third",
    "tamerlane/third-facing",
    "full-tamerlane",
    "full-tamerlane/exchanged",
    "chess",
    "placement",
    "shatranj",
];

/// The games invented to use every feature of the language.
pub const INVENTED: [&str; 21] = [
    "tests/fixtures/games/attic.ferz",
    "tests/fixtures/games/by-itself.ferz",
    "tests/fixtures/games/embers.ferz",
    "tests/fixtures/games/first-steps.ferz",
    "tests/fixtures/games/boulders.ferz",
    "tests/fixtures/games/full-hands.ferz",
    "tests/fixtures/games/gatehouse.ferz",
    "tests/fixtures/games/great-hall.ferz",
    "tests/fixtures/games/hand-and-sword.ferz",
    "tests/fixtures/games/house-of-rules.ferz",
    "tests/fixtures/games/letter-of-the-law.ferz",
    "tests/fixtures/games/lions-den.ferz",
    "tests/fixtures/games/odd-moves.ferz",
    "tests/fixtures/games/over-heads.ferz",
    "tests/fixtures/games/passing-by.ferz",
    "tests/fixtures/games/pledges.ferz",
    "tests/fixtures/games/powder-keg.ferz",
    "tests/fixtures/games/river-war.ferz",
    "tests/fixtures/games/three-courts.ferz",
    "tests/fixtures/games/tournament.ferz",
    "tests/fixtures/games/truce.ferz",
];

/// A small generator of random numbers (xorshift).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound.max(1)
    }
}

/// Returns random values for the switches of a game.
pub fn shake(reference: &str, random: &mut Random) -> Vec<(String, String)> {
    let switches = load(reference).switches;
    let pick = |switch: &Switch| {
        let value = &switch.values[random.below(switch.values.len())];
        (switch.name.clone(), value.name.clone())
    };
    switches.iter().map(pick).collect()
}

/// Returns a random position with few pieces, of a kind that games rarely reach.
pub fn scattered(variant: &Variant, random: &mut Random) -> Setup {
    let mut setup = variant.start();
    setup.pieces.fill(None);
    setup.castling = 0;
    let squares: Vec<_> = variant.board.squares().collect();
    let royals: Vec<_> = variant
        .piece_type_ids()
        .filter(|(_, piece_type)| piece_type.royal == Some(1))
        .map(|(id, _)| id)
        .collect();
    let mut place = |piece_type, color, random: &mut Random| {
        let square = squares[random.below(squares.len())].index();
        if setup.pieces[square].is_none() {
            // Neutral pieces are stored as White's.
            let color = if variant.is_neutral(piece_type) { Color::White } else { color };
            setup.pieces[square] = Some(Piece { color, piece_type });
        }
    };
    for color in Color::ALL {
        if random.below(8) > 0 && !royals.is_empty() {
            place(royals[random.below(royals.len())], color, random);
        }
        let types = variant.piece_types.len();
        for _ in 0..if types == 0 { 0 } else { 1 + random.below(1 + squares.len() / 16) } {
            place(PieceTypeId(random.below(types) as u16), color, random);
        }
    }
    if random.below(2) == 0 {
        setup.turn = Color::Black;
    }
    for left in setup.rights.iter_mut().chain(&mut setup.hands) {
        left.white = random.below(2) as u8;
        left.black = random.below(2) as u8;
    }
    setup
}
