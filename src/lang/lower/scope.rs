//! One game while it is lowered: what its names stand for, and what is known of it so far.

use super::arrays::Array;
use super::facts::FactCache;
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::source::Span;
use crate::base::{Board, ByColor, Color, Piece, PieceTypeId, SquareSet};
use crate::lang::statement::{Cursor, Line, Read, Report};
use crate::lang::vocabulary::Keyword;
use crate::rules::{Binding, Cites, ClockRule, First, Origin, PieceFilter, PieceType, Royalty, Variant};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// The names of one game, and where problems with it are collected.
pub(super) struct Scope<'a> {
    pub(super) report: &'a Report,
    pub(super) memory: &'a FactCache,
    /// The game as far as it is read.
    pub(super) game: Variant,
    pub(super) regions: BTreeMap<String, ByColor<SquareSet>>,
    /// Pieces and the piece types of their stages, the first stage first.
    pub(super) pieces: BTreeMap<String, Vec<PieceTypeId>>,
    /// The pieces that are also called by other names, by the name as it is looked up.
    pub(super) other_names: BTreeMap<String, String>,
    /// Families and groups: names for several piece types.
    pub(super) groups: BTreeMap<String, Vec<PieceTypeId>>,
    /// The pieces that tokens stand for in drawings: White's as declared, Black's in small letters.
    pub(super) tokens: BTreeMap<String, Piece>,
    pub(super) arrays: Vec<Array<'a>>,
    pub(super) hands: Option<Span>,
    /// The pieces that some array gives into a hand.
    pub(super) in_hand: BTreeSet<PieceTypeId>,
    /// The number of piece types to which the top-level rules about arrivals apply so far.
    pub(super) arrivals: usize,
    /// Regions and groups by name, declared so far or not: where, and the words that say what they are.
    pub(super) ahead: BTreeMap<(Keyword, &'a str), (Span, Vec<&'a str>)>,
    /// The place of each declaration, by kind and name.
    pub(super) declared: BTreeMap<(&'static str, String), Span>,
    /// The names looked up, whether or not they stand for something.
    pub(super) asked: RefCell<BTreeSet<String>>,
}

/// The meaning of a name: a region, a piece or stage, several pieces, or a right.
pub(super) type Meaning =
    (Option<ByColor<SquareSet>>, Option<Vec<PieceTypeId>>, Option<Vec<PieceTypeId>>, Option<usize>);

impl<'a> Scope<'a> {
    pub(super) fn new(board: Board, memory: &'a FactCache, report: &'a Report) -> Scope<'a> {
        memory.look_at(&board);
        let game = Variant {
            id: String::new(),
            title: String::new(),
            about: Vec::new(),
            notes: Vec::new(),
            history: Vec::new(),
            array: String::new(),
            arrays: Vec::new(),
            reading: String::new(),
            switches: Vec::new(),
            sources: Vec::new(),
            cites: Cites::default(),
            board,
            regions: Vec::new(),
            region_places: Origin::default(),
            piece_types: Vec::new(),
            happens: false,
            asks_neighbors: false,
            setup: Vec::new(),
            returns: SquareSet::default(),
            admissions: Vec::new(),
            borders: Vec::new(),
            immunities: Vec::new(),
            move_rules: Vec::new(),
            follow_ups: Vec::new(),
            royalty: Royalty {
                binds: Binding::Always,
                facing: false,
                mutual: false,
                origin: Origin::default(),
            },
            rights: Vec::new(),
            fen_counts: Vec::new(),
            actions: Vec::new(),
            castling_rules: Vec::new(),
            castlings: Vec::new(),
            hands: false,
            captures_leave: false,
            start_hands: Vec::new(),
            hand_homes: Vec::new(),
            endings: Vec::new(),
            clock: ClockRule { pieces: PieceFilter::PieceTypes(Vec::new()) },
            first: First::White,
            turns: None,
            lines: Origin::default(),
            parts: Origin::default(),
        };
        Scope {
            report,
            memory,
            game,
            regions: BTreeMap::new(),
            pieces: BTreeMap::new(),
            other_names: BTreeMap::new(),
            groups: BTreeMap::new(),
            tokens: BTreeMap::new(),
            arrays: Vec::new(),
            hands: None,
            in_hand: BTreeSet::new(),
            arrivals: 0,
            ahead: BTreeMap::new(),
            declared: BTreeMap::new(),
            asked: RefCell::default(),
        }
    }

    /// Notes lines that are parts of a rule.
    pub(super) fn note_parts(&mut self, rule: Origin, parts: impl Iterator<Item = Span>) {
        self.game.parts.0.extend(parts.map(|part| (rule, Origin(part))));
    }

    /// Takes in that something has a name, unless something else of its sort has it.
    pub(super) fn declare(&mut self, what: &'static str, name: &str, span: Span) -> Read<()> {
        match self.declared.insert((what, name.to_string()), span) {
            Some(first) => {
                self.declared.insert((what, name.to_string()), first);
                Err(duplicate(format!("there are two {what}s called `{name}`"), span, first))
            }
            None => Ok(()),
        }
    }

    /// Records the piece type of a token.
    pub(super) fn know_token(&mut self, token: &str, piece_type: PieceTypeId) {
        self.tokens.insert(token.to_lowercase(), Piece { color: Color::Black, piece_type });
        self.tokens.insert(token.to_string(), Piece { color: Color::White, piece_type });
    }

    pub(super) fn piece_type(&self, id: PieceTypeId) -> Option<&PieceType> {
        self.game.piece_types.get(id.index())
    }

    /// The pieces of one piece type, in its own block.
    pub(super) fn own(&self, (id, piece): (PieceTypeId, &str)) -> PieceFilter {
        self.ask(piece);
        PieceFilter::PieceTypes(vec![id])
    }

    pub(super) fn ask(&self, name: impl Into<String>) {
        self.asked.borrow_mut().insert(name.into());
    }

    /// Returns the meaning of a name. The words for all pieces mean those that may be in a hand.
    pub(super) fn meaning(&self, name: &str) -> Meaning {
        let piece_types = match self.pieces.get(name) {
            Some(piece_types) => Some(piece_types.clone()),
            None => name.split_once('.').and_then(|(piece, stage)| Some(vec![self.stage(piece, stage)?])),
        };
        let several = match name {
            "any" | "royal" | "non-royal" => Some(self.held(name)),
            _ => self.groups.get(name).cloned(),
        };
        let right = name.strip_prefix("right ");
        let right = right.and_then(|name| self.game.rights.iter().position(|right| right.name == name));
        (self.regions.get(name).copied(), piece_types, several, right)
    }

    /// Returns the pieces that may be in a hand: all of them, the royal ones, or the others.
    pub(super) fn held(&self, which: &str) -> Vec<PieceTypeId> {
        let all = self.game.piece_type_ids().filter(|(_, piece_type)| !piece_type.neutral);
        let all = all.map(|(id, piece_type)| piece_type.in_hand.unwrap_or(id));
        let captured = all.filter(|_| !self.game.captures_leave);
        let held: BTreeSet<PieceTypeId> = captured.chain(self.in_hand.iter().copied()).collect();
        let is_royal = |id: &PieceTypeId| self.piece_type(*id).is_some_and(|held| held.royal.is_some());
        let is_meant = |id: &PieceTypeId| which == "any" || is_royal(id) == (which == "royal");
        held.into_iter().filter(is_meant).collect()
    }

    /// The piece types a name stands for: a piece with all its stages, one stage (`piece.stage`), a family or a group.
    pub(super) fn piece_types_named(&self, name: &str) -> Option<Vec<PieceTypeId>> {
        self.ask(name);
        let (_, piece_types, _, _) = self.meaning(name);
        piece_types.or_else(|| self.groups.get(name).cloned())
    }

    pub(super) fn stage(&self, piece: &str, stage: &str) -> Option<PieceTypeId> {
        let is_it =
            |id: &PieceTypeId| self.piece_type(*id).is_some_and(|own| own.stage.as_deref() == Some(stage));
        self.pieces.get(piece)?.iter().copied().find(is_it)
    }

    pub(super) fn names_of_pieces(&self) -> impl Iterator<Item = &str> + Clone {
        self.pieces.keys().chain(self.groups.keys()).map(String::as_str)
    }

    /// Notes which regions and groups the lines declare, and what each is made of.
    pub(super) fn look_ahead(&mut self, lines: &[Line<'a>]) {
        for line in lines {
            let Some(keyword @ (Keyword::Region | Keyword::Group)) = line.keyword() else { continue };
            let words = line.every_word();
            if let Some((name, made_of)) = words.get(1..).and_then(<[&str]>::split_first) {
                self.ahead.entry((keyword, name)).or_insert_with(|| (line.span, made_of.to_vec()));
            }
        }
    }

    /// A problem with a name that is declared, but only below, or made of what it is itself a part of.
    pub(super) fn not_yet(&self, cursor: &Cursor, keyword: Keyword, problem: Diagnostic) -> Diagnostic {
        let declared = cursor.peek_word().and_then(|word| Some((word, self.ahead.get(&(keyword, word))?)));
        let Some((word, (place, _))) = declared else { return problem };
        let what = if keyword == Keyword::Group { "group" } else { "region" };
        let at = cursor.span();
        let is_below = place.file == at.file && place.start > at.start;
        let mut names = vec![word];
        let mut next = 0;
        while let Some(name) = names.get(next).copied() {
            next += 1;
            let Some((place, made_of)) = self.ahead.get(&(keyword, name)) else { continue };
            if place.holds(at) {
                let message = format!("the {what} `{name}` contains itself");
                let problem = Diagnostic::new(Code::MadeOfItself, at, message)
                    .here(format!("`{name}` is a part of this"))
                    .help("define one of them without the others");
                // A circle is reported where it begins.
                let is_above = |other: &&&str| {
                    let first = self.ahead.get(&(keyword, **other)).map(|(first, _)| first);
                    first.is_some_and(|first| first.file == at.file && first.start < place.start)
                };
                return match names.iter().find(is_above) {
                    Some(above) => problem.misses(*above),
                    None => problem,
                };
            }
            names.extend(made_of.iter().filter(|word| !names.contains(word)).collect::<BTreeSet<_>>());
        }
        if !is_below {
            return problem;
        }
        let message = format!("the {what} `{word}` is declared below");
        let problem = Diagnostic::new(Code::DeclaredBelow, at, message).misses(word);
        problem.label(*place, "here").help("move that line up, before this one")
    }

    /// Reads the name of a piece, or of a stage, that a piece can become. Inside a piece its own stages come first.
    pub(super) fn one_piece_type(&self, cursor: &mut Cursor, inside: Option<&str>) -> Read<PieceTypeId> {
        let Some(word) = cursor.peek_word() else {
            return Err(cursor.expected("the name of a piece or stage"));
        };
        let own = inside.map(|piece| format!("{piece}.{word}"));
        for name in own.iter().map(String::as_str).chain([word]) {
            self.ask(name);
            if let Some(piece_type) =
                self.meaning(name).1.and_then(|piece_types| piece_types.first().copied())
            {
                cursor.skip();
                return Ok(piece_type);
            }
        }
        let own = inside.and_then(|piece| self.pieces.get(piece)).into_iter().flatten();
        let stages = own.filter_map(|id| self.piece_type(*id)?.stage.as_deref());
        let names = stages.chain(self.pieces.keys().map(String::as_str));
        Err(self.by_other_name(cursor, cursor.unknown("a piece or a stage", names).lacks_piece()))
    }
}

pub(super) fn duplicate(message: String, span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, span, message).label(first, "the first")
}
