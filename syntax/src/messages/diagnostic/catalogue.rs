//! The catalogue of problem codes, each with its severity and its text. The package `ferz-errors` has their pages.
//!
//! [`Code`] is the main type. The macro at the top declares it from the table below. The text of a code never
//! changes after a release.

use super::{Severity, nearest};

/// Something that a problem reports as absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// A use of a declaration.
    Unused,
    /// An event in any game.
    Never,
}

/// Declares [`Code`] from the table, whose blocks have a severity and an [`Absence`], if their codes report one. A test
/// compares it with the pages in `docs/errors`.
macro_rules! codes {
    ($($severity:ident $($absence:ident)? { $($name:ident $text:literal)* })*) => {
        /// The kind of a problem. Its text is stable, because people and programs refer to it.
        // The variant `AllowUnknownCode` ends with the name of the type.
        #[allow(clippy::enum_variant_names)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Code { $($($name),*),* }

        impl Code {
            pub const ALL: &[Code] = &[$($(Code::$name),*),*];

            /// Returns the code as printed, such as `unknown-word`.
            pub const fn text(self) -> &'static str {
                match self { $($(Code::$name => $text),*),* }
            }

            /// Returns the default severity of the problem.
            pub(super) const fn severity(self) -> Severity {
                match self { $($(Code::$name)|* => Severity::$severity),* }
            }

            /// Returns the thing that the problem reports as absent, if any.
            pub fn absence(self) -> Option<Absence> {
                let none: Option<Absence> = None;
                match self { $($(Code::$name)|* => none$(.or(Some(Absence::$absence)))?),* }
            }
        }
    };
}

codes! {
    Error {
        AlreadyThere "already-there"
        AmendingInASwitch "amending-in-a-switch"
        AmendingNothing "amending-nothing"
        ArrayCycle "array-cycle"
        AsksAttacks "asks-attacks"
        BadBlock "bad-block"
        BadCastling "bad-castling"
        BadCellName "bad-cell-name"
        BadDrawing "bad-drawing"
        BadEvaluation "bad-evaluation"
        BadLetter "bad-letter"
        BadNumber "bad-number"
        BadReading "bad-reading"
        BadRoyalRank "bad-royal-rank"
        BadShuffle "bad-shuffle"
        BadToken "bad-token"
        BadToml "bad-toml"
        BadUnder "bad-under"
        BetzaAmbiguousLame "betza-ambiguous-lame"
        BetzaBadDirection "betza-bad-direction"
        BetzaCastling "betza-castling"
        BetzaBadGroup "betza-bad-group"
        BetzaBadLeap "betza-bad-leap"
        BetzaBadLeg "betza-bad-leg"
        BetzaBadRange "betza-bad-range"
        BetzaConflict "betza-conflict"
        BetzaEmpty "betza-empty"
        BetzaMissingAtom "betza-missing-atom"
        BetzaMissingJoint "betza-missing-joint"
        BetzaMixedForms "betza-mixed-forms"
        BetzaNoEffect "betza-no-effect"
        BetzaNoPath "betza-no-path"
        BetzaNoRoom "betza-no-room"
        BetzaStopOnHurdle "betza-stop-on-hurdle"
        BetzaStrayJoint "betza-stray-joint"
        BetzaTooDeep "betza-too-deep"
        BetzaTooLarge "betza-too-large"
        BetzaTooLong "betza-too-long"
        BetzaUnbalanced "betza-unbalanced"
        BetzaUnknownLetter "betza-unknown-letter"
        BetzaUnreadable "betza-unreadable"
        BlockWithoutHead "block-without-head"
        ChoiceByItself "choice-by-itself"
        ConditionOutOfPlace "condition-out-of-place"
        DanglingComma "dangling-comma"
        DeclaredBelow "declared-below"
        DoubledBrace "doubled-brace"
        DuplicateCell "duplicate-cell"
        DuplicateName "duplicate-name"
        DuplicateSwitch "duplicate-switch"
        DuplicateToken "duplicate-token"
        DuplicateValue "duplicate-value"
        EmptyPlace "empty-place"
        EmptyRegion "empty-region"
        EmptyText "empty-text"
        EndingWithoutCondition "ending-without-condition"
        EqualValues "equal-values"
        FenCastling "fen-castling"
        FenCastlingPieces "fen-castling-pieces"
        FenCastlingTwice "fen-castling-twice"
        FenDuplicateField "fen-duplicate-field"
        FenEmpty "fen-empty"
        FenEnPassant "fen-en-passant"
        FenHand "fen-hand"
        FenHole "fen-hole"
        FenInCheck "fen-in-check"
        FenMisplaced "fen-misplaced"
        FenMoved "fen-moved"
        FenNoRoyal "fen-no-royal"
        FenNoRun "fen-no-run"
        FenNumber "fen-number"
        FenOutcome "fen-outcome"
        FenRankCount "fen-rank-count"
        FenRankLength "fen-rank-length"
        FenRight "fen-right"
        FenSide "fen-side"
        FenSurplusField "fen-surplus-field"
        FenTooManyRoyals "fen-too-many-royals"
        FenTurn "fen-turn"
        FenUnclosedBrace "fen-unclosed-brace"
        FenUnknownField "fen-unknown-field"
        FenUnknownToken "fen-unknown-token"
        FileTooLong "file-too-long"
        GameTooLarge "game-too-large"
        GridTooLarge "grid-too-large"
        HiddenCharacter "hidden-character"
        HoleOnSquare "hole-on-square"
        Imitator "imitator"
        IncompleteAction "incomplete-action"
        InheritanceCycle "inheritance-cycle"
        InheritanceTooDeep "inheritance-too-deep"
        JoinedStatements "joined-statements"
        LeftoverWords "leftover-words"
        LineTooLong "line-too-long"
        LookAlike "look-alike"
        MadeOfItself "made-of-itself"
        MergeConflict "merge-conflict"
        MisplacedStatement "misplaced-statement"
        MissingWords "missing-words"
        MoveAmbiguous "move-ambiguous"
        MoveChoice "move-choice"
        MoveDropOccupied "move-drop-occupied"
        MoveEmpty "move-empty"
        MoveEmptySquare "move-empty-square"
        MoveGameOver "move-game-over"
        MoveIllegal "move-illegal"
        MoveNoHands "move-no-hands"
        MoveNoPass "move-no-pass"
        MoveNoSquare "move-no-square"
        MoveNoTarget "move-no-target"
        MoveNotInHand "move-not-in-hand"
        MoveNotYours "move-not-yours"
        MoveShape "move-shape"
        MoveUnknownToken "move-unknown-token"
        MovesAndStandsStill "moves-and-stands-still"
        NeutralPiece "neutral-piece"
        NoArray "no-array"
        NoBlackSide "no-black-side"
        NoBoard "no-board"
        NoDefault "no-default"
        NoGame "no-game"
        NoGrid "no-grid"
        NoHands "no-hands"
        NoHeading "no-heading"
        NoMoves "no-moves"
        NoPlaceCited "no-place-cited"
        NoSuchFile "no-such-file"
        NoSuchWay "no-such-way"
        NoToken "no-token"
        NoVariant "no-variant"
        NotInFormat "not-in-format"
        NotOneSquare "not-one-square"
        NotUtf8 "not-utf8"
        NothingToAmend "nothing-to-amend"
        NumberTooLarge "number-too-large"
        OldForm "old-form"
        OneValue "one-value"
        OpenBlock "open-block"
        OptionUnreadable "option-unreadable"
        OptionUnsaid "option-unsaid"
        OutsideTheBoard "outside-the-board"
        PgnSyntax "pgn-syntax"
        PieceOnHole "piece-on-hole"
        PiecesInHand "pieces-in-hand"
        RankOutOfOrder "rank-out-of-order"
        Refused "refused"
        RepeatedRank "repeated-rank"
        ReservedName "reserved-name"
        RowOutsideBlock "row-outside-block"
        RowWithoutRank "row-without-rank"
        RowWithoutSquares "row-without-squares"
        SaidTwice "said-twice"
        SourceWithoutTitle "source-without-title"
        StageInStage "stage-in-stage"
        StrangeCharacter "strange-character"
        StrangeQuotes "strange-quotes"
        StrayBar "stray-bar"
        SwitchWithoutEffect "switch-without-effect"
        TokensDifferInCase "tokens-differ-in-case"
        TooDeep "too-deep"
        TooManyCells "too-many-cells"
        TooManyChoices "too-many-choices"
        TooManyMistakes "too-many-mistakes"
        TooManyPieces "too-many-pieces"
        TurnLength "turn-length"
        TurnTraps "turn-traps"
        TwoDefaults "two-defaults"
        UnclosedBetza "unclosed-betza"
        UnclosedBlock "unclosed-block"
        UnclosedGroup "unclosed-group"
        UnclosedList "unclosed-list"
        UnclosedText "unclosed-text"
        UnexpectedBlock "unexpected-block"
        UnexpectedWord "unexpected-word"
        UnknownArray "unknown-array"
        UnknownBlock "unknown-block"
        UnknownComparison "unknown-comparison"
        UnknownField "unknown-field"
        UnknownFile "unknown-file"
        UnknownGame "unknown-game"
        UnknownReading "unknown-reading"
        UnknownSource "unknown-source"
        UnknownSquare "unknown-square"
        UnknownSwitch "unknown-switch"
        UnknownToken "unknown-token"
        UnknownValue "unknown-value"
        UnknownWord "unknown-word"
        UnopenedBlock "unopened-block"
        UnopenedGroup "unopened-group"
        UnopenedList "unopened-list"
        UnreadableFile "unreadable-file"
        WholeBoardRegion "whole-board-region"
        WrongBracket "wrong-bracket"
        WrongRowWidth "wrong-row-width"
    }
    Warning {
        AllowError "allow-error"
        AllowUnknownCode "allow-unknown-code"
        AllowWithoutReason "allow-without-reason"
        ArrivalsOverlap "arrivals-overlap"
        BecomesItself "becomes-itself"
        BetzaAmbiguousKing "betza-ambiguous-king"
        BetzaAmbiguousLetter "betza-ambiguous-letter"
        BetzaLegacyBent "betza-legacy-bent"
        BetzaNeverMoves "betza-never-moves"
        BetzaOuterDirection "betza-outer-direction"
        ChangesNothing "changes-nothing"
        CheckInArray "check-in-array"
        EmptyCase "empty-case"
        EqualArrays "equal-arrays"
        FewSquares "few-squares"
        IdleReadings "idle-readings"
        LonelyCell "lonely-cell"
        MissingComma "missing-comma"
        NoHome "no-home"
        NoLongerRoyal "no-longer-royal"
        NoMoveUnsaid "no-move-unsaid"
        NoRoyalPiece "no-royal-piece"
        OneSidedCell "one-sided-cell"
        OutsideItsRegion "outside-its-region"
        OverInArray "over-in-array"
        PgnResult "pgn-result"
        PlayerWithoutRoyal "player-without-royal"
        RankLeftOut "rank-left-out"
        SameLetter "same-letter"
        SameName "same-name"
        SidesSwapped "sides-swapped"
        SlowMoves "slow-moves"
        StuckSideWins "stuck-side-wins"
        TooManyWays "too-many-ways"
        TurnCheck "turn-check"
        UnaskedPosition "unasked-position"
        UnevenArray "uneven-array"
        UnknownProgram "unknown-program"
    }
    Warning Never {
        NeverAdmits "never-admits"
        NeverAppears "never-appears"
        NeverApplies "never-applies"
        NeverEnds "never-ends"
        NeverEntered "never-entered"
        NeverFires "never-fires"
        NeverHad "never-had"
        NeverLeaves "never-leaves"
        NeverLeft "never-left"
        NeverLimits "never-limits"
        NeverMatters "never-matters"
        NeverMoves "never-moves"
        NeverPassed "never-passed"
        NeverReached "never-reached"
        NeverSoMany "never-so-many"
    }
    Warning Unused {
        UnusedAllow "unused-allow"
        UnusedGroup "unused-group"
        UnusedHands "unused-hands"
        UnusedRegion "unused-region"
        UnusedRight "unused-right"
        UnusedWorth "unused-worth"
    }
    Lint {
        EqualReadings "equal-readings"
        UncitedRule "uncited-rule"
        ValueWithoutSource "value-without-source"
        ValueWithoutText "value-without-text"
    }
    Lint Unused {
        UnusedSource "unused-source"
    }
}

impl Code {
    /// Returns the code with this text.
    pub fn of(text: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.text() == text)
    }

    /// Returns true if the code reports that something is absent or never happens. Such a problem applies only if it
    /// holds under every combination of switches.
    pub fn is_absence(self) -> bool {
        self.absence().is_some() || self == Code::EqualArrays
    }
}

/// Returns the texts of all codes, sorted.
pub fn codes() -> Vec<&'static str> {
    let mut codes: Vec<&'static str> = Code::ALL.iter().map(|code| code.text()).collect();
    codes.sort_unstable();
    codes
}

/// Returns the code that a misspelled code probably stands for.
pub fn nearest_code(word: &str) -> Option<&'static str> {
    nearest(word, codes())
}
