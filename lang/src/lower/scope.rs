//! The scope of one game while it is lowered: the meanings of its names, and the part of the game lowered so far.
//!
//! [`Scope`] is the main type. [`Scope::declare`] adds a name and [`Scope::meaning`] resolves one. Every name
//! that a line looks up is recorded in [`Scope::used`], because cached lines depend on the meanings of these
//! names.

use super::start::Array;
use super::statement_cache::{Meaning, StatementCache};
use super::used::Use;
use crate::base::source::Span;
use crate::base::{Board, ByColor, Color, Piece, PieceTypeId, SquareSet, gather};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::TextChange;
use crate::rules::{
    Binding, CaptureHand, Cites, ClockRule, First, Origin, PieceFilter, PieceType, Royalty, Variant,
};
use crate::statement::{Cursor, Line, Read, Report};
use crate::vocabulary::Keyword;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// The names of one game, with its lowered part and the report of its problems.
pub(super) struct Scope<'a> {
    pub(super) report: &'a Report,
    pub(super) memory: &'a StatementCache,
    /// The part of the game that has been lowered.
    pub(super) game: Variant,
    pub(super) regions: BTreeMap<String, ByColor<SquareSet>>,
    /// The piece types of each piece, with its first stage first.
    pub(super) pieces: BTreeMap<String, Vec<PieceTypeId>>,
    /// The pieces and the regions by their other names, in normalized form.
    pub(super) other_names: BTreeMap<(Keyword, String), String>,
    /// The piece types of each family and group.
    pub(super) groups: BTreeMap<String, Vec<PieceTypeId>>,
    /// The pieces by their tokens in drawings. White's tokens are as declared, and Black's are in lowercase.
    pub(super) tokens: BTreeMap<String, Piece>,
    pub(super) arrays: Vec<Array<'a>>,
    pub(super) hands: Option<Span>,
    /// The piece types that some array puts in a hand.
    pub(super) in_hand: BTreeSet<PieceTypeId>,
    /// The number of piece types to which the top-level arrival rules have been added.
    pub(super) arrivals: usize,
    /// All regions and groups of the file, even those not declared yet: the place of each, and the words of its
    /// definition.
    pub(super) ahead: BTreeMap<(Keyword, &'a str), (Span, Vec<&'a str>)>,
    /// The place of each declaration, by kind and name.
    pub(super) declared: BTreeMap<(&'static str, String), Span>,
    /// The names that have been looked up, with or without success, and the used features.
    pub(super) used: RefCell<BTreeSet<Use>>,
}

impl<'a> Scope<'a> {
    pub(super) fn new(board: Board, memory: &'a StatementCache, report: &'a Report) -> Scope<'a> {
        memory.look_at(&board);
        let game = Variant {
            id: String::new(),
            title: String::new(),
            about: Vec::new(),
            notes: Vec::new(),
            history: Vec::new(),
            provenance: None,
            array: String::new(),
            arrays: Vec::new(),
            reading: String::new(),
            switches: Vec::new(),
            sources: Vec::new(),
            cites: Cites::default(),
            board,
            regions: Vec::new(),
            region_places: Origin::default(),
            region_names: Origin::default(),
            piece_types: Vec::new(),
            has_automatic_effects: false,
            depends_on_neighbors: false,
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
            captures_to: CaptureHand::default(),
            start_hands: Vec::new(),
            hand_homes: Vec::new(),
            endings: Vec::new(),
            clock: ClockRule { pieces: PieceFilter::of_types(Vec::new()) },
            first: First::White,
            turns: None,
            turns_counted: 0,
            captures_asked: Vec::new(),
            keeps_royal: false,
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
            used: RefCell::default(),
        }
    }

    /// Records lines that are parts of a rule.
    pub(super) fn note_parts(&mut self, rule: Origin, parts: impl Iterator<Item = Span>) {
        self.game.parts.0.extend(parts.map(|part| (rule, Origin(part))));
    }

    /// Declares a name, unless it is already declared in the same category.
    pub(super) fn declare(&mut self, what: &'static str, name: &str, span: Span) -> Read<()> {
        match self.declared.insert((what, name.to_string()), span) {
            Some(first) => {
                // The first declaration stays valid.
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

    /// Returns a filter for a piece type, for a statement in the block of the piece.
    pub(super) fn own(&self, (id, piece): (PieceTypeId, &str)) -> PieceFilter {
        self.use_name(piece);
        PieceFilter::of_types(vec![id])
    }

    pub(super) fn use_name(&self, name: impl Into<String>) {
        self.note_use(Use::Name(name.into()));
    }

    pub(super) fn note_use(&self, used: Use) {
        self.used.borrow_mut().insert(used);
    }

    /// Returns true if some line has used a name or a feature.
    pub(super) fn uses(&self, used: &Use) -> bool {
        self.used.borrow().contains(used)
    }

    /// Returns the meaning of a name or a feature.
    pub(super) fn meaning(&self, used: &Use) -> Meaning {
        match used {
            Use::Name(name) => {
                let several = match name.as_str() {
                    // The words for all pieces stand for those that can be in a hand.
                    "any" | "royal" | "non-royal" => Some(self.held(name)),
                    _ => self.groups.get(name).cloned(),
                };
                Meaning::Name(self.regions.get(name).copied(), self.piece_or_stage(name), several)
            }
            Use::Right(name) => Meaning::Right(self.game.rights.iter().position(|right| right.name == *name)),
            Use::Relation | Use::Traps => Meaning::Feature,
        }
    }

    /// Returns the piece types of a piece, or the one of a stage (`piece.stage`).
    fn piece_or_stage(&self, name: &str) -> Option<Vec<PieceTypeId>> {
        let stage = || name.split_once('.').and_then(|(piece, stage)| Some(vec![self.stage(piece, stage)?]));
        self.pieces.get(name).cloned().or_else(stage)
    }

    /// Returns the piece types that can be in a hand: all of them, the royal ones, or the others.
    pub(super) fn held(&self, which: &str) -> Vec<PieceTypeId> {
        let all = self.game.piece_type_ids().filter(|(_, piece_type)| !piece_type.neutral);
        let all = all.map(|(id, piece_type)| piece_type.in_hand.unwrap_or(id));
        let captured = all.filter(|_| !self.game.captures_leave);
        let held: BTreeSet<PieceTypeId> = gather(captured.chain(self.in_hand.iter().copied()));
        let is_royal = |id: &PieceTypeId| self.piece_type(*id).is_some_and(|held| held.royal.is_some());
        let is_match = |id: &PieceTypeId| which == "any" || is_royal(id) == (which == "royal");
        held.into_iter().filter(is_match).collect()
    }

    /// Returns the piece types that a name stands for. It can be a piece with all its stages, one stage
    /// (`piece.stage`), a family, or a group.
    pub(super) fn piece_types_named(&self, name: &str) -> Option<Vec<PieceTypeId>> {
        self.use_name(name);
        self.piece_or_stage(name).or_else(|| self.groups.get(name).cloned())
    }

    pub(super) fn stage(&self, piece: &str, stage: &str) -> Option<PieceTypeId> {
        let is_it =
            |id: &PieceTypeId| self.piece_type(*id).is_some_and(|own| own.stage.as_deref() == Some(stage));
        self.pieces.get(piece)?.iter().copied().find(is_it)
    }

    pub(super) fn names_of_pieces(&self) -> impl Iterator<Item = &str> + Clone {
        self.pieces.keys().chain(self.groups.keys()).map(String::as_str)
    }

    /// Records the regions and groups that the lines declare, with the words of their definitions, and the other names of
    /// regions.
    pub(super) fn look_ahead(&mut self, lines: &[Line<'a>]) {
        for line in lines {
            if let (Some(Keyword::Also), Some(region)) = (line.keyword(), line.name()) {
                self.know_other_names(Keyword::Region, region, *line);
            }
            let Some(keyword @ (Keyword::Region | Keyword::Group)) = line.keyword() else { continue };
            let words = line.every_word();
            if let Some((name, made_of)) = words.get(1..).and_then(<[&str]>::split_first) {
                self.ahead.entry((keyword, name)).or_insert_with(|| (line.span, made_of.to_vec()));
            }
        }
    }

    /// Replaces the problem with a more precise one if the unknown name is declared below or contains itself.
    pub(super) fn not_yet(&self, cursor: &Cursor, keyword: Keyword, problem: Diagnostic) -> Diagnostic {
        let declared = cursor.peek_word().and_then(|word| Some((word, self.ahead.get(&(keyword, word))?)));
        let Some((word, (place, _))) = declared else { return problem };
        let what = if keyword == Keyword::Group { "group" } else { "region" };
        let at = cursor.span();
        let is_below = place.file == at.file && place.start > at.start;
        let mut names = vec![word];
        let mut next = 0;
        // This follows the definitions of all names that the unknown name depends on.
        while let Some(name) = names.get(next).copied() {
            next += 1;
            let Some((place, made_of)) = self.ahead.get(&(keyword, name)) else { continue };
            if place.holds(at) {
                let message = format!("the {what} `{name}` contains itself");
                let problem = Diagnostic::new(Code::MadeOfItself, at, message)
                    .here(format!("`{name}` is a part of this"))
                    .help("define one of them without the others");
                let is_own_entry = next == 1 && keyword == Keyword::Group;
                let problem = if is_own_entry { problem.guess(TextChange::DeleteEntry) } else { problem };
                // A cycle is reported at its first member only.
                let is_above = |other: &&&str| {
                    let first = self.ahead.get(&(keyword, **other)).map(|(first, _)| first);
                    first.is_some_and(|first| first.file == at.file && first.start < place.start)
                };
                return match names.iter().find(is_above) {
                    Some(above) => problem.misses(above),
                    None => problem,
                };
            }
            let new: BTreeSet<&&str> = gather(made_of.iter().filter(|word| !names.contains(word)));
            names.extend(new);
        }
        if !is_below {
            return problem;
        }
        let message = format!("the {what} `{word}` is declared below");
        let problem = Diagnostic::new(Code::DeclaredBelow, at, message).misses(word);
        problem.label(*place, "here").help("move that line up, before this one")
    }

    /// Reads the name of a piece or stage. Inside the block of a piece, its own stages have priority.
    pub(super) fn one_piece_type(&self, cursor: &mut Cursor, inside: Option<&str>) -> Read<PieceTypeId> {
        let Some(word) = cursor.peek_word() else {
            return Err(cursor.expected("the name of a piece or stage"));
        };
        let own = inside.map(|piece| format!("{piece}.{word}"));
        for name in own.iter().map(String::as_str).chain([word]) {
            self.use_name(name);
            if let Some(piece_type) =
                self.piece_or_stage(name).and_then(|piece_types| piece_types.first().copied())
            {
                cursor.skip();
                return Ok(piece_type);
            }
        }
        let own = inside.and_then(|piece| self.pieces.get(piece)).into_iter().flatten();
        let stages = own.filter_map(|id| self.piece_type(*id)?.stage.as_deref());
        let names = stages.chain(self.pieces.keys().map(String::as_str));
        Err(self.by_other_name(
            Keyword::Piece,
            cursor,
            cursor.unknown("a piece or a stage", names).lacks_piece(),
        ))
    }
}

pub(super) fn duplicate(message: String, span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, span, message).label(first, "the first")
}
