//! The notation of moves in a dialect.
//!
//! A move is never parsed on its own. The text of another program is looked up among the texts of the legal moves, so
//! every text that is found is a legal move. [`Codec::text`] writes a move if the dialect has a notation for it.
//! [`Codec::write`] falls back to ferz's own text, so every move has a text that can be read back.

use super::{Becomes, Castles, Codec, Enters, Gates, Pair, Puts, Takes};
use crate::base::{Choice, Color, Move, Piece, PieceTypeId, Setup, Square, Then, Verb};
use crate::fast::engine::Engine;
use crate::notation::braced;
use crate::notation::movetext::{self, castling_of};
use crate::rules::interpreter::{Interpreter, Purpose};
use crate::rules::walk::{Imagined, Walk, walks};
use crate::rules::{Castling, Consequence, Holds, Moves, Variant};

/// The maximum number of legs that XBoard combines into one move.
const LEGS: usize = 3;

/// A move together with its position.
#[derive(Clone, Copy)]
struct Played<'a> {
    engine: &'a Engine,
    setup: &'a Setup,
    mv: &'a Move,
}

/// The follow-ups of a move, as text.
#[derive(Default)]
struct FollowUps {
    /// The letter of the piece dropped from the hand.
    gate: String,
    /// The square of the dropped piece, if it is the square of the partner in castling.
    place: Option<Square>,
    /// The step of the piece that the move puts on the board.
    put: String,
}

impl Codec {
    /// Writes a move in the dialect, or in ferz's own notation if the dialect's text stands for no move or for another.
    pub fn write(&self, engine: &Engine, setup: &Setup, legal: &[Move], mv: &Move) -> String {
        let own = movetext::write(engine.variant(), mv);
        let Some(text) = self.text(engine, setup, mv).filter(|text| *text != own) else { return own };
        let wanted = key(&text);
        let is_like = |other: &Move| {
            let passes = other.verb == Verb::Pass || mv.verb == Verb::Pass;
            other != mv && (other.to == mv.to || other.from == mv.from || passes)
        };
        let is_same = |other: &Move| self.text(engine, setup, other).is_some_and(|text| key(&text) == wanted);
        let is_own = |other: &Move| key(&movetext::write(engine.variant(), other)) == wanted;
        // Most texts belong to one move, so the texts of all moves are rarely needed.
        let is_shared = |other: &Move| other != mv && is_own(other) || is_like(other) && is_same(other);
        let all = || legal.iter().zip(self.write_all(engine, setup, legal));
        let stands = || all().any(|(other, written)| other == mv && written == text);
        if legal.iter().any(is_shared) && !stands() { own } else { text }
    }

    /// Writes all legal moves. This is faster than writing them one by one.
    pub fn write_all(&self, engine: &Engine, setup: &Setup, legal: &[Move]) -> Vec<String> {
        let spoken = spoken(engine, legal, &self.texts(engine, setup, legal));
        let written = legal.iter().zip(spoken).map(|(mv, spoken)| {
            let text = self.text(engine, setup, mv).filter(|_| spoken);
            text.unwrap_or_else(|| movetext::write(engine.variant(), mv))
        });
        written.collect()
    }

    /// Finds the legal move with a text in this dialect or in ferz's own.
    pub fn find<'m>(
        &self,
        engine: &Engine,
        setup: &Setup,
        legal: &'m [Move],
        typed: &str,
    ) -> Option<&'m Move> {
        let texts = self.texts(engine, setup, legal);
        let (wanted, spoken) = (key(typed), spoken(engine, legal, &texts));
        let is_it = |place: &usize| spoken[*place] && texts[*place].as_deref() == Some(&wanted);
        let exact = || legal.iter().find(|mv| movetext::write(engine.variant(), mv) == typed);
        let said = (0..legal.len()).find(is_it).map(|place| &legal[place]);
        said.or_else(exact)
            .or_else(|| plainest(legal, &texts, &wanted))
            .or_else(|| self.close(engine, setup, legal, &wanted))
    }

    /// Writes a move in the dialect. Returns `None` if the dialect has no notation for it.
    pub fn text(&self, engine: &Engine, setup: &Setup, mv: &Move) -> Option<String> {
        if self.is_own() || mv.unloaded.is_some() {
            return None;
        }
        let (variant, played) = (engine.variant(), Played { engine, setup, mv });
        let FollowUps { gate, place, put } = self.follow_ups(variant, mv)?;
        let (body, entered) = self.body(played, place)?;
        let becomes = match mv.choice {
            // To other programs, a stage without a letter of its own is the same piece.
            None if self.dialect.becomes == Becomes::Always => {
                becomes_by_itself(played).filter(|id| !self.letter(*id).contains('.'))
            }
            None => None,
            Some(Choice::Become(id)) => Some(id).filter(|_| !entered),
            Some(_) => return None,
        };
        let before = match mv.verb {
            Verb::Drop(id) => Some(id),
            Verb::Go | Verb::Castle | Verb::Place | Verb::Exchange | Verb::Pass => {
                mv.from.and_then(|from| setup.piece(from)).map(|piece| piece.piece_type)
            }
        };
        let suffix = becomes.map_or_else(String::new, |id| self.becoming(before, id));
        Some(match self.dialect.puts {
            Puts::StepLast => body + &suffix + &gate + &put,
            Puts::Step | Puts::Square => body + &put + &suffix + &gate,
        })
    }

    /// Writes the follow-ups of a move.
    fn follow_ups(&self, variant: &Variant, mv: &Move) -> Option<FollowUps> {
        Some(match mv.then.as_slice() {
            [] => FollowUps::default(),
            [Then::Drop { piece_type, square, named }]
                if self.dialect.gates == Gates::Letter && (!named || mv.verb == Verb::Castle) =>
            {
                let gate = self.lower(*piece_type);
                FollowUps { gate, place: named.then_some(*square), put: String::new() }
            }
            [Then::Put(square)] if self.dialect.puts != Puts::Square => {
                let step = self.square(variant, mv.to?) + &self.square(variant, *square);
                FollowUps { put: format!(",{step}"), ..FollowUps::default() }
            }
            _ => return None,
        })
    }

    /// Writes a move without the change of type. The second value is true if the text already shows the change.
    fn body(&self, played: Played, gate: Option<Square>) -> Option<(String, bool)> {
        let Played { engine, setup, mv } = played;
        let variant = engine.variant();
        let name = |square: Square| self.square(variant, square);
        let pair = || Some(name(mv.from?) + &name(mv.to?));
        let plain = |text: String| Some((text, false));
        match mv.verb {
            Verb::Castle => match gate {
                Some(gate) => plain(name(gate) + &name(mv.from?)),
                None => plain(self.castling(played)?),
            },
            Verb::Go if self.dialect.takes == Takes::Path => plain(self.path(played)?),
            Verb::Go if mv.taken.is_empty() => plain(pair()?),
            Verb::Go if self.dialect.takes == Takes::Legs && mv.taken.len() < LEGS => {
                plain(self.legs(variant, mv)?)
            }
            Verb::Place
                if self.dialect.places == Pair::Squares || mv.from != mv.to && self.dialect.single =>
            {
                plain(pair()?)
            }
            // Without castling, XBoard reads the capture of an own piece as an exchange.
            Verb::Exchange if self.dialect.exchanges == Pair::Squares && variant.castlings.is_empty() => {
                plain(pair()?)
            }
            Verb::Drop(id) => {
                let (sign, to) = (self.dialect.drop_sign(), name(mv.to?));
                let token = braced(self.letter(id));
                let promoted = format!("+{}", self.letter(id));
                match mv.choice {
                    Some(Choice::Become(form)) if self.faces.contains(&form) => {
                        Some((format!("{}{sign}{to}", braced(self.letter(form))), true))
                    }
                    Some(Choice::Become(form))
                        if self.dialect.enters == Enters::Before && self.letter(form) == promoted =>
                    {
                        Some((format!("+{token}{sign}{to}"), true))
                    }
                    // A piece whose letter has a mark is dropped as the program writes it.
                    _ if self.letter(id).starts_with('+') => plain(format!("{}{sign}{to}", self.letter(id))),
                    _ => plain(format!("{token}{sign}{to}")),
                }
            }
            Verb::Pass => match self.dialect.pass() {
                Some(text) => plain(text.to_owned()),
                None => only_royal(variant, setup).and_then(|square| plain(name(square) + &name(square))),
            },
            Verb::Go | Verb::Place | Verb::Exchange => None,
        }
    }

    /// Writes a castling.
    fn castling(&self, Played { engine, mv, .. }: Played) -> Option<String> {
        let variant = engine.variant();
        let name = |square: Square| self.square(variant, square);
        let castling = castling_of(variant, mv);
        match (self.castles, castling) {
            (Castles::Letters, Some(castling)) if castling.placed => {
                Some(letters_of(variant, castling).to_owned())
            }
            (Castles::Partner, Some(castling)) => Some(name(mv.from?) + &name(castling.partner.0)),
            (Castles::King | Castles::Letters, Some(castling))
                if castling.named && walks_there(variant, castling) =>
            {
                Some(name(mv.from?) + &name(castling.partner.0))
            }
            (Castles::King, Some(castling)) if castling.placed && is_shown(variant, castling) => {
                Some(name(mv.from?) + &name(castling.king.1))
            }
            _ => Some(name(mv.from?) + &name(mv.to?)),
        }
    }

    /// Writes the suffix of a move that changes the type of a piece.
    fn becoming(&self, before: Option<PieceTypeId>, after: PieceTypeId) -> String {
        let is_marked =
            |plain: &str, marked: &str| self.dialect.marks && marked.strip_prefix('+') == Some(plain);
        let turns_over =
            before.is_some_and(|before| self.faces.contains(&before) && self.faces.contains(&after));
        match before.map(|before| self.letter(before)) {
            Some(_) if turns_over => "+".to_owned(),
            Some(before) if is_marked(before, self.letter(after)) => "+".to_owned(),
            Some(before) if is_marked(self.letter(after), before) => "-".to_owned(),
            _ => self.lower(after),
        }
    }

    fn lower(&self, id: PieceTypeId) -> String {
        let token = self.name_in_move(id);
        let token = token.strip_prefix('+').filter(|_| self.dialect.single).unwrap_or(token);
        if token.starts_with('+') { token.to_lowercase() } else { braced(&token.to_lowercase()) }
    }

    /// Writes a sequence of moves, up to the first for which the dialect has no notation.
    pub fn line(&self, engine: &Engine, start: &Setup, moves: &[Move]) -> String {
        let mut position = Some(engine.position(start));
        let texts = moves.iter().map_while(|mv| {
            let now = position.take()?;
            position = engine.play(&now, mv);
            self.text(engine, &engine.setup(&now), mv)
        });
        texts.collect::<Vec<_>>().join(" ")
    }

    /// Writes a move with captures on its way as one move for each capture: `c4d5,d5e4`.
    fn legs(&self, variant: &Variant, mv: &Move) -> Option<String> {
        let stops: Vec<String> = std::iter::once(mv.from?)
            .chain(mv.taken.iter().copied())
            .chain([mv.to?])
            .map(|square| self.square(variant, square))
            .collect();
        Some(stops.windows(2).map(<[String]>::concat).collect::<Vec<_>>().join(","))
    }

    /// Writes a move as the squares of its path, of which at most one is between its origin and its target.
    fn path(&self, Played { engine, setup, mv }: Played) -> Option<String> {
        let name = |square: Square| self.square(engine.variant(), square);
        let (from, to) = (mv.from?, mv.to?);
        let between = match mv.taken.as_slice() {
            [] if from == to => {
                let rules = Interpreter::new(engine.variant());
                let mut walks = rules.walks(setup, from, Purpose::Move).map(|(_, walk)| walk);
                Some(*walks.find(Walk::is_pass)?.trail.first()?)
            }
            [] => None,
            [taken] => Some(*taken),
            _ => return None,
        };
        Some(name(from) + &between.map_or_else(String::new, name) + &name(to))
    }

    /// Finds the legal move for the squares of a path on which nothing is captured, or which names the square of a capture.
    fn along<'m>(
        &self,
        variant: &Variant,
        setup: &Setup,
        legal: &'m [Move],
        typed: &str,
    ) -> Option<&'m Move> {
        let name = |square: Square| self.square(variant, square);
        let goes = |mv: &&Move| {
            let (Some(from), Some(to), []) = (mv.from, mv.to, mv.taken.as_slice()) else { return false };
            let ends = typed.strip_prefix(&name(from)).and_then(|rest| rest.strip_suffix(&name(to)));
            let is_free = |square: &Square| setup.piece(*square).is_none();
            ends.is_some_and(|between| {
                variant.board.squares().filter(is_free).any(|own| name(own) == between)
            })
        };
        let plain =
            legal.iter().filter(|mv| mv.verb == Verb::Go && mv.choice.is_none() && mv.then.is_empty());
        if self.dialect.takes == Takes::Path {
            plain.filter(goes).min_by_key(|mv| plainness(mv))
        } else {
            None
        }
    }

    /// Finds the legal move with this text. If several moves have the same text, the simplest one is returned.
    pub fn read<'m>(
        &self,
        engine: &Engine,
        setup: &Setup,
        legal: &'m [Move],
        typed: &str,
    ) -> Option<&'m Move> {
        let texts = self.texts(engine, setup, legal);
        let typed = key(typed);
        plainest(legal, &texts, &typed).or_else(|| self.close(engine, setup, legal, &typed))
    }

    /// Finds the legal move for a text that differs from the notation of the dialect. Castlings can be written with
    /// the squares of both pieces or with letters. Moves can omit an automatic change of type, or name it where the
    /// dialect omits it, and can name an unchanged type. Drops can name the form in which the piece enters.
    fn close<'m>(&self, engine: &Engine, setup: &Setup, legal: &'m [Move], typed: &str) -> Option<&'m Move> {
        let variant = engine.variant();
        let castles = |mv: &&Move| {
            let Some(castling) =
                castling_of(variant, mv).filter(|_| mv.verb == Verb::Castle && mv.then.is_empty())
            else {
                return false;
            };
            let name = |square: Square| self.square(variant, square);
            let [king, partner] = [castling.king.0, castling.partner.0].map(name);
            typed == format!("{king}{partner}")
                || typed == format!("{king}{}", name(castling.king.1))
                || typed.replace('0', "o") == letters_of(variant, castling).to_lowercase()
        };
        if let Some(mv) = only(legal.iter().filter(castles)) {
            return Some(mv);
        }
        if let Some(mv) = self.along(variant, setup, legal, typed) {
            return Some(mv);
        }
        // Some servers name the form in which a piece enters by its letter in ferz.
        let enters = |mv: &&Move| {
            let (Verb::Drop(id), Some(to)) = (mv.verb, mv.to) else { return false };
            let form = match mv.choice {
                Some(Choice::Become(form)) => form,
                Some(Choice::End(_) | Choice::Exchange(_) | Choice::Accept(_)) | None => id,
            };
            let (sign, square) = (self.dialect.drop_sign(), self.square(variant, to));
            let is_dropped = |token: &str| typed == key(&format!("{token}{sign}{square}"));
            // Others mark the other side of a piece before its letter or after the square.
            let marked = || {
                is_dropped(&format!("+{}", self.letter(id)))
                    || typed == key(&format!("{}{sign}{square}+", self.letter(id)))
            };
            is_dropped(&variant.piece_type(form).token)
                || is_dropped(self.letter(form))
                || form != id && marked()
        };
        if let Some(mv) = only(legal.iter().filter(enters)) {
            return Some(mv);
        }
        // Some servers mark every automatic change with a plus.
        let is_mark = |rest: &str| self.dialect.marks && matches!(rest, "+" | "-");
        let matches = |mv: &&Move| {
            let played = Played { engine, setup, mv };
            let Some((bare, _)) = self.body(played, None) else { return false };
            let Some(rest) = typed.strip_prefix(&key(&bare)) else { return false };
            let own = mv.from.and_then(|from| setup.piece(from)).map(|piece| piece.piece_type);
            let is_own = || own.is_some_and(|own| self.letter(own).to_lowercase() == rest);
            match becomes_by_itself(played) {
                Some(id)
                    if rest.is_empty()
                        || is_mark(rest)
                        || self.becoming(own, id) == rest
                        || self.lower(id) == rest =>
                {
                    true
                }
                // To other programs, a stage without a letter of its own is the same piece.
                Some(id) => self.letter(id).contains('.') && is_own(),
                None => is_own(),
            }
        };
        only(legal.iter().filter(|mv| mv.choice.is_none() && mv.then.is_empty()).filter(matches))
    }

    fn texts(&self, engine: &Engine, setup: &Setup, legal: &[Move]) -> Vec<Option<String>> {
        legal.iter().map(|mv| self.text(engine, setup, mv).map(|text| key(&text))).collect()
    }

    /// Returns the moves for which the dialect has an unambiguous notation. Exchanges are returned only if there are
    /// no other moves, because XBoard tests them as captures.
    pub fn expressible(&self, engine: &Engine, setup: &Setup, legal: &[Move]) -> Vec<Move> {
        let texts = self.texts(engine, setup, legal);
        let clear = |(mv, text): &(&Move, &Option<String>)| {
            text.as_ref().is_some_and(|text| plainest(legal, &texts, text) == Some(*mv))
        };
        let all: Vec<Move> = legal.iter().zip(&texts).filter(clear).map(|(mv, _)| mv.clone()).collect();
        let (plain, exchanges): (Vec<Move>, Vec<Move>) =
            all.into_iter().partition(|mv| mv.verb != Verb::Exchange);
        if plain.is_empty() { exchanges } else { plain }
    }
}

/// Returns the only item of an iterator. Returns `None` if there are no items or several.
fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    items.next().filter(|_| items.next().is_none())
}

/// Returns true if the castling piece can also make an ordinary move to its target, which is empty then.
fn walks_there(variant: &Variant, castling: &Castling) -> bool {
    let (piece, (from, to)) = (castling.pieces.0, castling.king);
    // Other programs do not list a capture of a royal piece as a move.
    let view = Imagined { is_home: true, holds: |_| Holds::ANYTHING.without(Holds::ENEMY_ROYAL) };
    let goes = |moves: &Moves| {
        walks(&variant.board, &moves.automaton, from, castling.color, &view).iter().any(|walk| walk.to == to)
    };
    variant.piece_type(piece).moves.iter().any(goes)
}

/// Returns true if the squares of the castling piece show a castling between fixed squares: it has no other partner there, and
/// makes no ordinary move to its target.
fn is_shown(variant: &Variant, castling: &Castling) -> bool {
    let is_like = |other: &&Castling| other.color == castling.color && other.king == castling.king;
    variant.castlings.iter().filter(is_like).count() == 1 && !walks_there(variant, castling)
}

/// Returns `O-O` for a castling with a partner toward the last file, and `O-O-O` for any other.
fn letters_of(variant: &Variant, castling: &Castling) -> &'static str {
    let x = |square: Square| variant.board.cell(square).x;
    if x(castling.partner.0) > x(castling.king.0) { "O-O" } else { "O-O-O" }
}

/// Returns the square of the highest royal of the side to move, if there is only one of that rank.
fn only_royal(variant: &Variant, setup: &Setup) -> Option<Square> {
    let rank = |piece: &Piece| variant.piece_type(piece.piece_type).royal;
    let own = || setup.pieces().filter(|(_, piece)| piece.color == setup.turn);
    let highest = own().filter_map(|(_, piece)| rank(&piece)).min()?;
    only(own().filter(|(_, piece)| rank(piece) == Some(highest)).map(|(square, _)| square))
}

/// Normalizes the text of a move: converts it to lower case, and removes redundant punctuation.
fn key(text: &str) -> String {
    let text = text.trim_end_matches(['=', ';', '.']).to_lowercase();
    // A last step that ends on its origin is redundant.
    let is_redundant = |before: &str, last: &str| {
        let step = last.split_at_checked(last.len() / 2).filter(|(from, to)| from == to);
        step.is_some_and(|(from, _)| !from.is_empty() && before.contains(from))
    };
    match text.rsplit_once(',') {
        Some((before, last)) if is_redundant(before, last) => before.to_owned(),
        _ => text,
    }
}

/// Returns the simplest of the moves with a text.
fn plainest<'m>(legal: &'m [Move], texts: &[Option<String>], typed: &str) -> Option<&'m Move> {
    let matching = legal.iter().zip(texts).filter(|(_, own)| own.as_deref() == Some(typed));
    matching.map(|(mv, _)| mv).min_by_key(|mv| plainness(mv))
}

/// Returns for each move whether its text in the dialect stands for it. Of several moves with one text, it stands for the
/// plainest, but for none that is in ferz's own notation the text of a move without another.
fn spoken(engine: &Engine, legal: &[Move], texts: &[Option<String>]) -> Vec<bool> {
    let own: Vec<_> = legal.iter().map(|mv| Some(key(&movetext::write(engine.variant(), mv)))).collect();
    let is_plainest = |(mv, text): (&Move, &Option<String>)| {
        let same = legal.iter().zip(texts).filter(|(_, other)| *other == text);
        text.is_some() && same.filter(|(other, _)| plainness(other) <= plainness(mv)).count() == 1
    };
    let mut spoken: Vec<bool> = legal.iter().zip(texts).map(is_plainest).collect();
    loop {
        let is_needed = |text: &Option<String>| own.iter().zip(&spoken).any(|(own, on)| !on && own == text);
        let is_lost = |place: &usize| spoken[*place] && is_needed(&texts[*place]);
        let Some(lost) = (0..legal.len()).find(is_lost) else { return spoken };
        spoken[lost] = false;
    }
}

/// Returns the order of moves that have the same text. The first one is meant.
fn plainness(mv: &Move) -> (Verb, Option<Choice>) {
    (mv.verb, mv.choice)
}

/// Returns the new type of a piece that changes on arrival without a choice.
fn becomes_by_itself(Played { engine, setup, mv }: Played) -> Option<PieceTypeId> {
    let (from, to) = (mv.from?, mv.to?);
    let before = setup.piece(from)?;
    if mv.verb != Verb::Go {
        return None;
    }
    let variant = engine.variant();
    let concerns = |color: Color| {
        let arrivals = variant.piece_type(before.piece_type).arrivals.iter().filter(|arrival| !arrival.may);
        arrivals.filter(move |arrival| arrival.by_itself || arrival.leaving || arrival.zone.holds(to, color))
    };
    // Making the move is slow, so moves whose effects cannot bring another piece to the square are left out.
    let is_other = |then: &Consequence| {
        use Consequence::{Become, Exchange, Regain, Send};
        matches!(then, Become(_) | Regain(_) | Exchange(_) | Send { .. })
    };
    concerns(before.color).flat_map(|arrival| &arrival.then).find(|then| is_other(then))?;
    let next = engine.play(&engine.position(setup), mv)?;
    match engine.setup(&next).piece(to) {
        Some(after) => Some(after.piece_type).filter(|piece_type| *piece_type != before.piece_type),
        // The piece disappears on arrival, so its new type makes no difference.
        None => {
            let then = concerns(before.color).flat_map(|arrival| &arrival.then);
            then.flat_map(Consequence::becomes).next().copied()
        }
    }
}
