//! The IR compiled to tables: for every class of pieces, side and square, where it goes, what it attacks, from where it is
//! attacked, and what must be empty in between.
//!
//! What these tables cannot say is never approximated. A piece whose ways they do not hold is *odd*: it is followed step
//! by step wherever it stands. A rule that matters in few positions is *rare*: moves under it are carried out one by one.
//! Only a game beyond all bounds is [`Unsupported`] as a whole.

mod class;
mod course;
mod filter;
mod jumps;
mod keys;
mod layout;
mod lines;
mod rows;
mod rules;
mod special;
mod unroll;

pub use class::Class;
pub use filter::Filter;
pub use jumps::Jumps;
pub use keys::Keys;
pub use layout::Layout;
pub use rows::Rows;
pub use rules::{Deed, Doing, Happening, Plan, Showing, Shown, Test};
pub use special::{Castle, Passage};

use crate::base::{Bitboard, Board, Color, PieceTypeId};
pub use crate::rules::Binding;

use crate::rules::{Act, Action, Duty, Effect, PieceType, Threat, Variant};
use class::{Builder, Profile};
use std::sync::Arc;

/// A game that the tables cannot hold, and what of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("left to the reference rules: {0}")]
pub struct Unsupported(pub &'static str);

/// A piece as the mailbox holds it; zero is nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Code(pub u8);

impl Code {
    /// Nobody.
    pub const NONE: Code = Code(0);

    /// The code of a piece. There are at most 127 piece types.
    #[inline]
    pub fn new(color: Color, piece_type: PieceTypeId) -> Code {
        Code((1 + 2 * piece_type.0 + color as u16) as u8)
    }

    /// The piece's color.
    #[inline]
    pub fn color(self) -> Color {
        if self.0 & 1 == 1 { Color::White } else { Color::Black }
    }

    /// The piece's piece type.
    #[inline]
    pub fn piece_type(self) -> PieceTypeId {
        PieceTypeId(u16::from(self.0.wrapping_sub(1) / 2))
    }
}

/// The most classes a position has room for.
pub const MAX_CLASSES: usize = 64;

/// The most steps that are looked at for one game's tables.
const MAX_VISITS: u32 = 4_000_000;

/// The class of the odd, of whom no table knows where they go.
pub const ODD: usize = MAX_CLASSES - 1;

/// All that is to be known about a piece of one piece type and color.
#[derive(Clone, Debug)]
pub struct Info<B> {
    /// Its class.
    pub class: u8,
    /// Whether it is royal.
    pub royal: bool,
    /// Whether it lends its moves to others.
    pub lends: bool,
    /// Its rank among royals.
    pub rank: u8,
    /// The turns it may act in, one bit for each.
    pub deeds: u64,
    /// Whether a move of it may leave it open to capture in passing.
    pub passes: bool,
    /// What happens when it arrives.
    pub plans: Vec<Plan<B>>,
    /// Squares where it is not attacked, while it does not lead and while it does.
    pub haven: [B; 2],
    /// Squares where it cannot change places.
    pub fixed: [B; 2],
    /// Squares from which its moves reset the clock.
    pub resets: [B; 2],
}

/// A closed zone and whom it admits, by side.
#[derive(Clone, Debug)]
pub struct Entrance<B> {
    /// The zone.
    pub zone: [B; 2],
    /// Whom it admits.
    pub pieces: [Filter<B>; 2],
}

/// A game as tables.
#[derive(Clone, Debug)]
pub struct Compiled<B> {
    /// The rules, for whatever no table holds.
    pub variant: Arc<Variant>,
    /// Where the cells lie.
    pub layout: Layout,
    /// The board, for the order and number of its cells.
    pub board: Board,
    /// Every cell.
    pub cells: B,
    /// By code.
    pub info: Vec<Info<B>>,
    /// The classes; a class is named by its index.
    pub classes: Vec<Class<B>>,
    /// By color, then square and class: from where such pieces could ever attack the square.
    pub aimed: [Vec<B>; 2],
    /// The same for the square or one next to it, as a royal goes.
    pub near: [Vec<B>; 2],
    /// The ways of moving.
    pub ways: Vec<Rows<B>>,
    /// Tables of what must be empty between two squares, by target and origin. [`Compiled::TANGLED`] says that it is
    /// not as simple as that.
    pub between: Vec<Vec<B>>,
    /// When check binds.
    pub binds: Binding,
    /// Castlings.
    pub castles: Vec<Castle<B>>,
    /// Squares from which castlings are made.
    pub castle_squares: B,
    /// By color, classes of pieces that may take others in passing.
    pub passers: [Vec<usize>; 2],
    /// Squares passed by pieces that can be taken in passing, in the order of where those pieces then stand.
    pub passages: Vec<Passage<B>>,
    /// Admissions, for pieces put on squares by rules.
    pub entrances: Vec<Entrance<B>>,
    /// Where each piece type may never come to stand, whoever puts it there, by code.
    pub stays: Vec<B>,
    /// Endings, but for those that only a game's past shows.
    pub endings: Vec<Shown<B>>,
    /// Whether some ending needs few pieces.
    pub endings_by_pieces: bool,
    /// Turns beyond the pieces' own moves.
    pub deeds: Vec<Deed<B>>,
    /// By color, squares where every piece is immune to capture.
    pub immune: [B; 2],
    /// By color, classes whose pieces are immune elsewhere as well.
    pub immune_classes: [Vec<usize>; 2],
    /// Turns that nobody in particular acts in, one bit for each.
    pub free_deeds: u64,
    /// Turns that must be taken, and those that must if they can.
    pub duties: [u64; 2],
    /// Whether some odd piece may be taken in passing.
    pub odd_passes: bool,
    /// The hash keys.
    pub keys: Keys,
}

/// The piece types, those of the array first: so that a position need not look at classes that come late or never.
fn by_appearance(variant: &Variant) -> Vec<PieceTypeId> {
    let mut piece_types: Vec<PieceTypeId> =
        variant.piece_type_ids().map(|(piece_type, _)| piece_type).collect();
    piece_types
        .sort_by_key(|piece_type| !variant.setup.iter().any(|(_, piece)| piece.piece_type == *piece_type));
    piece_types
}

fn has_effect(piece_type: &PieceType, effect: Effect) -> bool {
    let states = piece_type.moves.iter().flat_map(|moves| &moves.automaton.states);
    states.flat_map(|state| &state.edges).any(|edge| edge.effect == effect)
}

/// The turns of some sort, one bit for each.
fn actions(variant: &Variant, wanted: impl Fn(&Action) -> bool) -> u64 {
    let actions = variant.actions.iter().enumerate().filter(|(_, action)| wanted(action));
    actions.fold(0, |set, (number, _)| set | 1 << number)
}

/// Whether the text of two turns' moves looks alike, so that one move may come from both.
fn is_alike(one: &Act, other: &Act) -> bool {
    std::mem::discriminant(one) == std::mem::discriminant(other)
}

/// How many bits the board of a game takes.
pub fn width(variant: &Variant) -> usize {
    Layout::new(&variant.board).1
}

impl<B: Bitboard> Compiled<B> {
    /// Stands in a table of squares between for more than one way, or for hurdles.
    pub const TANGLED: B = B::ALL;

    /// Compiles a game.
    ///
    /// # Errors
    /// When it has something the tables cannot hold.
    pub fn new(shared: &Arc<Variant>) -> Result<Compiled<B>, Unsupported> {
        let variant = &**shared;
        let (layout, bits) = Layout::new(&variant.board);
        if bits > B::BITS
            || variant.piece_types.len() > 127
            || variant.castlings.len() > 32
            || variant.actions.len() > 64
        {
            return Err(Unsupported("a game beyond all bounds"));
        }
        let mut builder = Builder {
            variant,
            layout: &layout,
            pool: Vec::new(),
            built: Vec::new(),
            homes: variant.setup.iter().copied().collect(),
            visits: MAX_VISITS,
        };
        let mut profiles: Vec<Profile<B>> = Vec::new();
        let mut class_of = vec![ODD; variant.piece_types.len()];
        for piece_type in by_appearance(variant) {
            let Ok(profile) = builder.profile(piece_type) else {
                class_of[piece_type.index()] = ODD;
                continue;
            };
            let known = profiles.iter().position(|known| *known == profile);
            class_of[piece_type.index()] = known.unwrap_or_else(|| {
                profiles.push(profile);
                (profiles.len() - 1).min(ODD)
            });
        }
        profiles.truncate(ODD);
        let mut info = vec![Self::nobody()];
        for (piece_type, rules) in variant.piece_type_ids() {
            for color in Color::ALL {
                let class = class_of[piece_type.index()];
                let piece = crate::base::Piece { color, piece_type };
                let both = |threat| [false, true].map(|leads| builder.immune(piece, leads, threat));
                info.push(Info {
                    class: class as u8,
                    royal: rules.royal.is_some(),
                    rank: rules.royal.unwrap_or(u8::MAX),
                    lends: class == ODD && has_effect(rules, Effect::Induce),
                    deeds: 0,
                    passes: profiles.get(class).is_some_and(|profile| {
                        profile.moves[color as usize].iter().any(|way| builder.pool[*way].passes)
                    }),
                    plans: rules::plans(variant, &layout, piece_type, color),
                    haven: both(Threat::Attack),
                    fixed: both(Threat::Exchange),
                    resets: [false, true].map(|leads| {
                        Filter::<B>::mask_of(variant, &layout, &variant.clock.pieces, piece, leads)
                    }),
                });
            }
        }
        let stays = std::iter::once(B::EMPTY).chain(info.iter().skip(1).enumerate().map(|(i, _)| {
            let piece_type = variant.piece_type(PieceTypeId((i / 2) as u16));
            let color = Color::ALL[i % 2];
            piece_type.stays.as_ref().map_or(B::ALL, |zone| layout.set(*zone.squares.get(color)))
        }));
        let stays = stays.collect();
        let entrances = variant.admissions.iter().map(|admission| Entrance {
            zone: Color::ALL.map(|color| layout.set(*admission.zone.squares.get(color))),
            pieces: Color::ALL.map(|color| Filter::new(variant, &layout, &admission.pieces, color)),
        });
        let entrances = entrances.collect();
        let ways = std::mem::take(&mut builder.pool);
        let cells: B = variant.board.squares().fold(B::EMPTY, |set, s| set | B::bit(layout.index(s)));
        let mut compiled = Compiled {
            variant: Arc::clone(shared),
            board: variant.board.clone(),
            cells,
            info,
            classes: Vec::new(),
            aimed: [Vec::new(), Vec::new()],
            near: [Vec::new(), Vec::new()],
            ways,
            between: Vec::new(),
            binds: variant.royalty.binds,
            castles: Vec::new(),
            castle_squares: B::EMPTY,
            passers: [Vec::new(), Vec::new()],
            passages: Vec::new(),
            entrances,
            stays,
            endings: rules::shown(variant, &layout),
            endings_by_pieces: false,
            deeds: Vec::new(),
            immune: [B::EMPTY; 2],
            immune_classes: [Vec::new(), Vec::new()],
            free_deeds: 0,
            duties: [Duty::Must, Duty::MustIfCan].map(|duty| actions(variant, |action| action.duty == duty)),
            odd_passes: false,
            keys: Keys::new(1 + 2 * variant.piece_types.len(), B::BITS),
            layout,
        };
        compiled.add_classes(variant, &profiles, &class_of);
        compiled.add_castles(variant)?;
        compiled.add_passages(variant);
        compiled.add_deeds(variant, &class_of);
        compiled.endings_by_pieces = compiled.endings.iter().any(|ending| ending.most < u32::MAX);
        for ending in &mut compiled.endings {
            if let Showing::When(test) = &mut ending.when {
                test.narrow(&class_of);
            }
        }
        Ok(compiled)
    }

    fn nobody() -> Info<B> {
        Info {
            class: 0,
            royal: false,
            lends: false,
            rank: u8::MAX,
            deeds: 0,
            passes: false,
            plans: Vec::new(),
            haven: [B::EMPTY; 2],
            fixed: [B::EMPTY; 2],
            resets: [B::EMPTY; 2],
        }
    }

    fn add_classes(&mut self, variant: &Variant, profiles: &[Profile<B>], class_of: &[usize]) {
        let squares = || self.cells.iter();
        let count = profiles.len();
        let mut aimed = [vec![B::EMPTY; B::BITS * count], vec![B::EMPTY; B::BITS * count]];
        for (number, profile) in profiles.iter().enumerate() {
            let mut class = Class {
                royal: profile.royal,
                moves: profile.moves,
                strikes: profile.strikes,
                immune: profile.immune,
                jumps: [None, None],
                arrives_at: [B::EMPTY; 2],
                arrives_from: [B::EMPTY; 2],
                layer: [0; 2],
                leaper: [false; 2],
                stabs: [None, None],
            };
            for color in Color::ALL {
                let side = color as usize;
                let piece_types =
                    (0..variant.piece_types.len()).filter(|piece_type| class_of[*piece_type] == number);
                for piece_type in piece_types {
                    for plan in
                        &self.info[usize::from(Code::new(color, PieceTypeId(piece_type as u16)).0)].plans
                    {
                        class.arrives_at[side] |= plan.zone;
                        if plan.leaving {
                            class.arrives_from[side] |= plan.zone;
                        }
                    }
                }
                for from in squares() {
                    for way in profile.moves[side] {
                        if self.ways[way].compass(from).meets(class.arrives_at[side]) {
                            class.arrives_from[side] |= B::bit(from);
                        }
                    }
                }
                let started = variant
                    .setup
                    .iter()
                    .filter(|(_, piece)| piece.color == color && class_of[piece.piece_type.index()] == number)
                    .count();
                let way = &self.ways[profile.moves[side][0]];
                if started >= 4 && !profile.royal {
                    class.jumps[side] = Jumps::new(way, B::EMPTY);
                }
                let strikes = &self.ways[profile.strikes[side]];
                class.leaper[side] = strikes.is_leaper();
                if class.jumps[side].is_some() {
                    class.stabs[side] = Jumps::new(strikes, B::EMPTY);
                }
                for from in squares() {
                    for to in strikes.range(from).iter() {
                        aimed[side][usize::from(to) * count + number] |= B::bit(from);
                    }
                }
            }
            for side in 0..2 {
                let takes = |from| !self.ways[class.moves[side][0]].row(from).en_passant.is_empty();
                if squares().any(takes) {
                    self.passers[side].push(number);
                }
            }
            self.classes.push(class);
        }
        self.aimed = aimed;
        self.add_near();
        self.add_between();
        self.add_immune(variant);
    }

    fn add_immune(&mut self, variant: &Variant) {
        if !variant.immunities.iter().any(|immunity| immunity.to.contains(&Threat::Capture)) {
            return;
        }
        for side in 0..2 {
            let masks = || self.classes.iter().flat_map(|class| class.immune[side]);
            let common = masks().fold(B::ALL, |set, mask| set & mask);
            self.immune[side] = common;
            for (number, class) in self.classes.iter().enumerate() {
                if class.immune[side] != [common; 2] {
                    self.immune_classes[side].push(number);
                }
            }
        }
    }

    fn add_deeds(&mut self, variant: &Variant, class_of: &[usize]) {
        let odd = class_of.contains(&ODD);
        for (number, action) in variant.actions.iter().enumerate() {
            let alike = variant.actions.iter().filter(|other| is_alike(&action.act, &other.act)).count();
            let mut deed = rules::deed(variant, &self.layout, action, alike == 1 && !odd);
            deed.narrow(class_of);
            match &deed.pieces {
                Some(pieces) => {
                    for (code, info) in self.info.iter_mut().enumerate().skip(1) {
                        let code = Code(code as u8);
                        let matches = pieces[code.color() as usize].is_possible(code);
                        info.deeds |= u64::from(matches) << number;
                    }
                }
                None => self.free_deeds |= 1 << number,
            }
            self.deeds.push(deed);
        }
    }
}
