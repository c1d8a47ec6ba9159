//! Tokens: the pieces of a text that the grammar tells apart, including comments, line ends, and unreadable pieces.
//!
//! A [`Token`] is a [`TokenKind`] with its place and its text. The kind says how the token is read, which differs from
//! its text if recovery has corrected it: a `;` in a list has the kind [`TokenKind::Comma`].

use crate::base::source::Span;

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    Word,
    /// A number, which consists only of digits.
    Number,
    /// A text with both quotation marks.
    Text,
    /// A text without its second quotation mark.
    OpenText,
    /// A text in quotation marks that the language does not have.
    OtherText,
    /// A move string with both backticks.
    Betza,
    /// A move string without its second backtick.
    OpenBetza,
    /// A comment from `#` to the end of its line.
    Comment,
    Comma,
    Colon,
    Equals,
    Star,
    /// The two periods of a range.
    Range,
    Less,
    More,
    AtMost,
    AtLeast,
    OpenBlock,
    CloseBlock,
    OpenList,
    CloseList,
    OpenGroup,
    CloseGroup,
    Semicolon,
    /// The number before a row of a drawing.
    Rank,
    /// A bar in a row of a drawing.
    Bar,
    /// The mark of a square in a row of a drawing.
    Square,
    /// The end of a line.
    Newline,
    /// A piece of the text that has no meaning. It has a problem, or belongs to a place that has one.
    Unreadable,
}

impl TokenKind {
    /// Returns the kind of a symbol such as `,` or `>=`.
    pub(super) fn of_symbol(text: &str) -> TokenKind {
        let all = [
            TokenKind::Comma,
            TokenKind::Colon,
            TokenKind::Equals,
            TokenKind::Star,
            TokenKind::Range,
            TokenKind::Less,
            TokenKind::More,
            TokenKind::AtMost,
            TokenKind::AtLeast,
        ];
        all.into_iter().find(|kind| kind.symbol() == Some(text)).unwrap_or(TokenKind::Unreadable)
    }

    /// Returns the text of a symbol, or `None` for other kinds.
    pub fn symbol(self) -> Option<&'static str> {
        Some(match self {
            TokenKind::Comma => ",",
            TokenKind::Colon => ":",
            TokenKind::Equals => "=",
            TokenKind::Star => "*",
            TokenKind::Range => "..",
            TokenKind::Less => "<",
            TokenKind::More => ">",
            TokenKind::AtMost => "<=",
            TokenKind::AtLeast => ">=",
            TokenKind::Word
            | TokenKind::Number
            | TokenKind::Text
            | TokenKind::OpenText
            | TokenKind::OtherText => return None,
            TokenKind::Betza | TokenKind::OpenBetza | TokenKind::Comment | TokenKind::Newline => return None,
            TokenKind::OpenBlock | TokenKind::CloseBlock | TokenKind::OpenList | TokenKind::CloseList => {
                return None;
            }
            TokenKind::OpenGroup | TokenKind::CloseGroup | TokenKind::Semicolon => return None,
            TokenKind::Rank | TokenKind::Bar | TokenKind::Square | TokenKind::Unreadable => return None,
        })
    }

    /// Returns true for the tokens between statements and their items, which have no meaning of their own.
    pub(super) fn is_trivia(self) -> bool {
        matches!(self, TokenKind::Comment | TokenKind::Newline | TokenKind::Unreadable)
    }

    /// Returns true for a text for readers, with any quotation marks.
    pub fn is_text(self) -> bool {
        matches!(self, TokenKind::Text | TokenKind::OpenText | TokenKind::OtherText)
    }

    /// Returns true for a move string.
    pub fn is_betza(self) -> bool {
        matches!(self, TokenKind::Betza | TokenKind::OpenBetza)
    }
}

/// A token: its kind, its place, and its text in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    pub kind: TokenKind,
    pub span: Span,
    pub text: &'a str,
}

impl Token<'_> {
    /// Returns true if a statement continues on the next line after this token.
    pub fn goes_on(&self) -> bool {
        self.kind == TokenKind::Comma || self.kind == TokenKind::Word && matches!(self.text, "and" | "or")
    }

    /// Returns true for a brace or bracket that the file lacks.
    pub fn is_missing(&self) -> bool {
        self.text.is_empty()
    }
}
