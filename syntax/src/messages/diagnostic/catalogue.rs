//! The catalogue of problem codes, each with its severity and its text. The package `ferz-errors` has their pages.
//!
//! [`Code`] is the main type. The macro at the top declares it from the table below. The text of a code never
//! changes after a release.

use super::part::Parts;
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
///
/// After `<-` are the parts of a game on which the problem depends, after `?` those on which it also depends if it
/// lacks a name, and after `->` those that it makes doubtful.
macro_rules! codes {
    ($($severity:ident $($absence:ident)? {
        $($name:ident $text:literal $(<- [$($on:ident)*])? $(? [$($lacks:ident)*])? $(-> [$($doubts:ident)*])?)*
    })*) => {
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

            /// Returns the parts of a game on which every problem of this kind depends.
            pub(super) fn depends(self) -> Parts {
                let own = match self { $($(Code::$name => Parts::empty()$($(.union(Parts::$on))*)?),*),* };
                own | self.usual_dependencies()
            }

            /// Returns the parts on which a problem of this kind depends if it lacks a name.
            pub(super) const fn lacking(self) -> Parts {
                match self { $($(Code::$name => Parts::empty()$($(.union(Parts::$lacks))*)?),*),* }
            }

            /// Returns the parts that every problem of this kind makes doubtful.
            pub(super) const fn doubts(self) -> Parts {
                match self { $($(Code::$name => Parts::empty()$($(.union(Parts::$doubts))*)?),*),* }
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
        AlreadyThere "already-there" <- [REMOVAL]
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
        BetzaMissingAtom "betza-missing-atom" <- [MOVES_BEFORE] -> [MOVES_BEFORE]
        BetzaMissingJoint "betza-missing-joint" -> [MOVES_BEFORE]
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
        BetzaUnknownLetter "betza-unknown-letter" <- [MOVES_BEFORE] -> [MOVES_BEFORE]
        BetzaUnreadable "betza-unreadable"
        BlockWithoutHead "block-without-head" <- [LINE]
        ChoiceByItself "choice-by-itself"
        ConditionOutOfPlace "condition-out-of-place"
        DanglingComma "dangling-comma"
        DeclaredBelow "declared-below"
        DoubledBrace "doubled-brace"
        DuplicateCell "duplicate-cell"
        DuplicateName "duplicate-name" <- [REMOVAL]
        DuplicateSwitch "duplicate-switch" <- [AROUND]
        DuplicateToken "duplicate-token" <- [REMOVAL]
        DuplicateValue "duplicate-value" -> [DEFAULT]
        EmptyPlace "empty-place"
        EmptyRegion "empty-region"
        EmptyText "empty-text"
        EndingWithoutCondition "ending-without-condition"
        EqualValues "equal-values" <- [STATEMENTS]
        FenCaptured "fen-captured"
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
        HoleOnSquare "hole-on-square" <- [HOLE]
        Imitator "imitator"
        IncompleteAction "incomplete-action"
        InheritanceCycle "inheritance-cycle"
        InheritanceTooDeep "inheritance-too-deep"
        JoinedStatements "joined-statements"
        LeftoverWords "leftover-words" -> [INSIDE STATEMENT_BEFORE]
        LineTooLong "line-too-long"
        LookAlike "look-alike"
        MadeOfItself "made-of-itself"
        MergeConflict "merge-conflict"
        MisplacedStatement "misplaced-statement"
        MissingWords "missing-words" -> [INSIDE STATEMENT_BEFORE]
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
        NoArray "no-array" <- [ARRAY AROUND]
        NoBlackSide "no-black-side"
        NoBoard "no-board" <- [BOARD AROUND]
        NoDefault "no-default"
        NoGame "no-game"
        NoGrid "no-grid"
        NoHands "no-hands" <- [HANDS]
        NoHeading "no-heading"
        NoMoves "no-moves"
        NoPlaceCited "no-place-cited"
        NoSuchFile "no-such-file"
        NoSuchWay "no-such-way"
        NoToken "no-token"
        NoVariant "no-variant" <- [HEAD AROUND]
        NotInFormat "not-in-format"
        NotOneSquare "not-one-square"
        NotUtf8 "not-utf8"
        NothingToAmend "nothing-to-amend" ? [DECLARED] -> [DECLARED]
        NumberTooLarge "number-too-large"
        OldForm "old-form"
        OneValue "one-value"
        OpenBlock "open-block"
        OptionUnreadable "option-unreadable"
        OptionUnsaid "option-unsaid"
        OutsideTheBoard "outside-the-board" <- [SQUARES INHERITED]
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
        SaidTwice "said-twice" <- [LINE INSIDE]
        SourceWithoutTitle "source-without-title"
        StageInStage "stage-in-stage"
        StrangeCharacter "strange-character" -> [LINE STATEMENT_BEFORE]
        StrangeQuotes "strange-quotes"
        StrayBar "stray-bar"
        SwitchWithoutEffect "switch-without-effect" <- [STATEMENTS ANY_NAME]
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
        UnexpectedWord "unexpected-word" -> [INSIDE STATEMENT_BEFORE]
        UnknownArray "unknown-array" ? [ANY_NAME ARRAY_NAME DECLARED] -> [DECLARED]
        UnknownBlock "unknown-block"
        UnknownComparison "unknown-comparison"
        UnknownField "unknown-field"
        UnknownFile "unknown-file"
        UnknownGame "unknown-game"
        UnknownReading "unknown-reading" <- [READING]
        UnknownSource "unknown-source" ? [ANY_NAME SOURCE]
        UnknownSquare "unknown-square" <- [SQUARES INHERITED]
        UnknownSwitch "unknown-switch" ? [ANY_NAME SWITCH_NAME DECLARED] -> [DECLARED]
        UnknownToken "unknown-token" ? [ANY_NAME PIECE]
        UnknownValue "unknown-value"
        UnknownWord "unknown-word" ? [ANY_NAME OTHER_NAME DECLARED] -> [DECLARED]
        UnopenedBlock "unopened-block"
        UnopenedGroup "unopened-group"
        UnopenedList "unopened-list"
        UnreadableFile "unreadable-file"
        WholeBoardRegion "whole-board-region"
        WrongBracket "wrong-bracket"
        WrongRowWidth "wrong-row-width" <- [SQUARES INHERITED]
    }
    Warning {
        AllowError "allow-error"
        AllowUnknownCode "allow-unknown-code"
        AllowWithoutReason "allow-without-reason"
        ArrivalsOverlap "arrivals-overlap"
        BecomesItself "becomes-itself" -> [PROMOTION]
        BetzaAmbiguousKing "betza-ambiguous-king"
        BetzaAmbiguousLetter "betza-ambiguous-letter"
        BetzaLegacyBent "betza-legacy-bent"
        BetzaNeverMoves "betza-never-moves" <- [AROUND]
        BetzaOuterDirection "betza-outer-direction"
        ChangesNothing "changes-nothing" <- [STATEMENTS]
        CheckInArray "check-in-array" <- [PIECE ROWS ROYALS BALANCE]
        EmptyCase "empty-case"
        EqualArrays "equal-arrays"
        FewSquares "few-squares"
        IdleReadings "idle-readings"
        LonelyCell "lonely-cell" -> [CELLS]
        MissingComma "missing-comma" <- [LINE]
        NoHome "no-home" <- [ROWS]
        NoLongerRoyal "no-longer-royal"
        NoMoveUnsaid "no-move-unsaid"
        NoRoyalPiece "no-royal-piece"
        OneSidedCell "one-sided-cell" <- [STATEMENTS CELLS]
        OutdatedRule "outdated-rule" <- [PIECES ROWS]
        OutsideItsRegion "outside-its-region" <- [ROWS]
        OverInArray "over-in-array" <- [PIECE ROWS ROYALS]
        PgnResult "pgn-result"
        PlayerWithoutRoyal "player-without-royal" <- [ROWS] -> [ROYALS]
        RankLeftOut "rank-left-out" <- [STATEMENTS SQUARES] -> [ROWS RANKS]
        RemovesRoyal "removes-royal"
        SameLetter "same-letter"
        SameName "same-name" <- [STATEMENTS]
        SidesSwapped "sides-swapped" <- [STATEMENTS RANKS] -> [ROWS]
        SlowMoves "slow-moves"
        StuckSideWins "stuck-side-wins"
        TooManyWays "too-many-ways"
        TurnCheck "turn-check" <- [STATEMENTS]
        UnaskedPosition "unasked-position"
        UnevenArray "uneven-array" <- [ROWS ROYALS] -> [BALANCE]
        UnknownProgram "unknown-program"
        WinnableDraw "winnable-draw" <- [PIECES ROYALS]
    }
    Warning Never {
        NeverAdmits "never-admits"
        NeverAppears "never-appears" -> [PIECE]
        NeverApplies "never-applies" <- [PIECES]
        NeverEnds "never-ends" <- [PIECES ROYALS]
        NeverEntered "never-entered"
        NeverFires "never-fires" <- [PIECES]
        NeverHad "never-had" <- [PIECES]
        NeverLeaves "never-leaves"
        NeverLeft "never-left" <- [PIECES]
        NeverLimits "never-limits"
        NeverMatters "never-matters"
        NeverMoves "never-moves" -> [AROUND]
        NeverPassed "never-passed"
        NeverReached "never-reached" <- [PIECES]
        NeverSoMany "never-so-many" <- [PIECES]
    }
    Warning Unused {
        UnusedAllow "unused-allow"
        UnusedGroup "unused-group"
        UnusedHands "unused-hands" <- [PROMOTION]
        UnusedRegion "unused-region"
        UnusedRight "unused-right"
        UnusedWorth "unused-worth" ? [DECLARED]
    }
    Lint {
        EqualReadings "equal-readings"
        RestatedRule "restated-rule"
        UncitedRule "uncited-rule"
        ValueWithoutSource "value-without-source"
        ValueWithoutText "value-without-text"
    }
    Lint Unused {
        UnusedSource "unused-source"
    }
    Note {
        BareSideWins "bare-side-wins"
        BecomesRoyal "becomes-royal"
        ChoiceNarrowed "choice-narrowed"
        HastyDraw "hasty-draw"
        NeverCaptures "never-captures"
        SeveralRoyals "several-royals"
        TinyValue "tiny-value"
        UnusedClock "unused-clock"
    }
}

impl Code {
    /// Returns the code with this text.
    pub fn of(text: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.text() == text)
    }

    /// Returns the parts on which a problem depends because of its severity or because it reports an absence.
    fn usual_dependencies(self) -> Parts {
        let by_severity = match self.severity() {
            Severity::Error => Parts::STATEMENT_BEFORE,
            Severity::Warning => Parts::empty(),
            // Style is no topic as long as there are errors.
            Severity::Lint | Severity::Note => Parts::STATEMENTS,
        };
        Parts::BEFORE | by_severity | if self.is_absence() { Parts::ROWS } else { Parts::empty() }
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
