//! Self-play, material counts, and piece values, for programs that learn from games or compare rules by playing.
//!
//! The entry points are [`Searcher::self_play`], [`Rules::piece_values`], and [`Searcher::evaluate`].

use super::{Game, Rules, Searcher};
use ferz_core::fast::engine::{Engine, Visitor};
use ferz_core::fast::stack::PositionStack;
use ferz_core::play::evaluation::{Evaluation, StaticEvaluation};
use ferz_core::rules::{Binding, Variant};
use ferz_lang::MAX_PIECE_VALUE;
use ferz_text::lab::observable::ObservableRules;
use ferz_text::lab::self_play::{self, Ply, SelfPlay};
use std::sync::Arc;

/// A piece type of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PieceType<'r> {
    /// The name in the rules, including the name of the stage: `pawn-of-pawns.waiting`.
    pub name: String,
    /// The token of a White piece of this type.
    pub token: &'r str,
    /// The name to show to readers.
    pub title: &'r str,
    /// True if pieces of this type belong to neither side.
    pub is_neutral: bool,
}

/// The value of a piece to the computer player, in hundredths of a pawn.
///
/// ```
/// let values = ferz::Rules::load("chess")?.piece_values();
/// let pawn = values.iter().find(|value| value.piece == "pawn").unwrap();
/// assert!(pawn.opening > 0 && pawn.ending > 0);
/// # Ok::<(), ferz::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PieceValue {
    /// The name of the piece type in the rules.
    pub piece: String,
    /// The value on an average square in the opening.
    pub opening: i32,
    /// The value on an average square in the ending.
    pub ending: i32,
    /// The value of the piece in hand.
    pub held: i32,
    /// True if tuning may change the value: the rules do not state it, and the piece can be captured or exchanged.
    pub is_tunable: bool,
}

impl PieceValue {
    /// The highest value that a file of piece values can contain.
    pub const MAX: i32 = MAX_PIECE_VALUE;
}

impl Rules {
    /// Returns the piece types in the order of their numbers.
    ///
    /// ```
    /// assert_eq!(ferz::Rules::load("chess")?.piece_types().len(), 6);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn piece_types(&self) -> Vec<PieceType<'_>> {
        let mut all = Vec::new();
        for own in &self.variant().piece_types {
            let (token, title, is_neutral) = (own.token.as_str(), own.title.as_str(), own.neutral);
            all.push(PieceType { name: own.name(), token, title, is_neutral });
        }
        all
    }

    /// Returns the piece values in the order of the piece types. Each call measures them again.
    ///
    /// ```
    /// let values = ferz::Rules::load("chess")?.piece_values();
    /// let opening = |name| values.iter().find(|one| one.piece == name).map(|one| one.opening);
    /// assert!(opening("queen") > opening("rook"));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn piece_values(&self) -> Vec<PieceValue> {
        let variant = self.variant();
        let mut all = Vec::new();
        for (own, value) in variant.piece_types.iter().zip(Evaluation::new(variant).piece_values) {
            let is_kept = own.royal.is_some() && variant.royalty.binds == Binding::Always;
            all.push(PieceValue {
                piece: own.name(),
                opening: value.opening,
                ending: value.ending,
                held: value.held,
                is_tunable: own.value.is_none() && !own.neutral && !is_kept,
            });
        }
        all
    }

    /// Returns the same rules with these values for the opening and the ending, by the name of the piece type. All
    /// other values are derived from the rules, even if the game has a file of tuned values.
    ///
    /// ```
    /// let rules = ferz::Rules::load("chess")?.with_piece_values(&[("queen".to_owned(), [1_200, 1_300])]);
    /// assert!(rules.piece_values().iter().any(|value| value.piece == "queen" && value.opening > 1_000));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    #[must_use]
    pub fn with_piece_values(&self, values: &[(String, [i32; 2])]) -> Rules {
        let mut variant = Variant::clone(self.variant());
        for own in &mut variant.piece_types {
            let name = own.name();
            own.tuned = values.iter().find(|(piece, _)| *piece == name).map(|(_, value)| *value);
        }
        self.with_variant(variant)
    }

    /// Returns true if both games have the same rules, regardless of their names and of the choices that led to them.
    ///
    /// ```
    /// let chess = ferz::Rules::load("chess")?;
    /// let mine = ferz::Rules::from_text("variant mine \"Mine\" extends chess\n")?;
    /// assert!(mine.plays_like(&chess));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn plays_like(&self, other: &Rules) -> bool {
        let bare = |variant: &Variant| Variant {
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
            ..variant.clone()
        };
        Arc::ptr_eq(&self.inner, &other.inner) || bare(self.variant()) == bare(other.variant())
    }

    /// Returns the names of the rules with an effect that a move can show: actions, castling, effects of arrivals, and
    /// endings. The list excludes rules that only forbid moves.
    ///
    /// ```
    /// let rules = ferz::Rules::load("chess")?;
    /// assert!(rules.observable_rules().contains(&"ending checkmate".to_owned()));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn observable_rules(&self) -> &[String] {
        &self.watch().names
    }

    fn watch(&self) -> &ObservableRules {
        self.inner.watch.get_or_init(|| ObservableRules::new(self.variant()))
    }
}

impl Game {
    /// Returns the numbers of White's and Black's pieces on the board, by piece type.
    ///
    /// ```
    /// assert_eq!(ferz::Rules::load("chess")?.start().material().iter().flatten().sum::<u32>(), 32);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn material(&self) -> Vec<[u32; 2]> {
        let mut material = vec![[0, 0]; self.rules.variant().piece_types.len()];
        for (_, piece) in self.game.setup().pieces() {
            material[piece.piece_type.index()][piece.color as usize] += 1;
        }
        material
    }
}

impl Searcher {
    /// Plays a game from the position of `game` to its end, and calls `each` after every ply. `game` itself is
    /// unchanged. The search uses its own transposition table, so the result depends only on the position and the
    /// settings.
    ///
    /// ```
    /// use ferz::{Rules, Searcher, SelfPlay};
    ///
    /// let rules = Rules::load("chess")?;
    /// let settings = SelfPlay { seed: 7, opening: 4, plies: 60, nodes: None };
    /// let mut choices = 0;
    /// let searcher = Searcher::new(&rules, 1);
    /// let played = searcher.self_play(&rules.start(), settings, &mut |ply| choices += ply.choices);
    /// assert!(choices > 60 && played.plies <= 60);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn self_play(&self, game: &Game, settings: SelfPlay, each: &mut dyn FnMut(&Ply)) -> super::Playout {
        let played = self_play::play(&game.game, (&self.thinker, self.rules.watch()), settings, each);
        super::Playout { plies: played.plies, outcome: played.outcome }
    }

    /// Returns the static evaluation of a position, without a search.
    ///
    /// ```
    /// let rules = ferz::Rules::load("chess")?;
    /// let evaluation = ferz::Searcher::new(&rules, 1).evaluate(&rules.start());
    /// println!("{evaluation:?}");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn evaluate(&self, game: &Game) -> StaticEvaluation {
        struct EvaluationVisitor<'a>(&'a Evaluation);
        impl Visitor for EvaluationVisitor<'_> {
            type Answer = StaticEvaluation;
            fn visit<T: PositionStack>(self, stack: T) -> StaticEvaluation {
                self.0.inputs(&stack)
            }
        }
        let engine: &Engine = &self.thinker.engine;
        engine.walk(&engine.position(game.game.setup()), EvaluationVisitor(self.thinker.evaluation()))
    }

    /// Returns a player of the same game with an empty transposition table of about this many megabytes. The call is
    /// cheap because the players share the data of the game.
    ///
    /// ```
    /// let rules = ferz::Rules::load("chess")?;
    /// let helper = ferz::Searcher::new(&rules, 1).with_memory(2);
    /// println!("{helper:?}");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    #[must_use]
    pub fn with_memory(&self, megabytes: usize) -> Searcher {
        Searcher {
            rules: self.rules.clone(),
            thinker: Arc::clone(&self.thinker),
            table: ferz_core::play::search::TranspositionTable::new(megabytes),
        }
    }
}
