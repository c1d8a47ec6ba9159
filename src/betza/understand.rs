//! Shape to notation: atoms, ranges, chains, brackets. Every letter is either understood or complained about.

use super::Dialect;
use super::atom::{Atom, Class, LETTERS, from_letter, lengthened};
use super::heading::{self, Frame};
use super::letters::{Place, leg};
use super::modes::Modes;
use super::motion::Reach;
use super::notation::{Body, Castling, Gait, Item, Joint, LONGEST, Leg, Loop, Move, Notation, Range, Step};
use super::raw::{self, Base, Core, Extent, Letter, Modifier, Raw};
use crate::diagnostic::Diagnostic;
use crate::ir::{Imitate, Virgin};
use crate::source::Span;

/// The most moves of one piece.
pub const MAX_MOVES: usize = 64;
/// The most legs of one move.
pub const MAX_LEGS: usize = 64;

/// Understands a notation; `text` is what `at` covers.
pub fn understand(raw: &Raw, text: &str, at: Span, dialect: Dialect) -> (Notation, Vec<Diagnostic>) {
    let mut reader = Reader { text, at, dialect, problems: Vec::new() };
    for stray in &raw.strays {
        reader.stray(*stray);
    }
    let mut notation = Notation::default();
    for part in &raw.parts {
        if let Some(one) = reader.one(part) {
            notation.moves.push(one);
        }
    }
    if raw.parts.len() > MAX_MOVES {
        reader.error(
            "betza-too-large",
            at,
            format!("more than {MAX_MOVES} moves in one notation"),
            "make it shorter",
        );
    }
    let mut problems: Vec<Diagnostic> = Vec::new();
    for problem in reader.problems {
        let same = |old: &Diagnostic| old.code == problem.code && old.labels == problem.labels;
        if !problems.iter().any(same) {
            problems.push(problem);
        }
    }
    problems.sort_by_key(|problem| problem.labels.first().map(|label| label.span));
    (notation, problems)
}

struct Reader<'a> {
    text: &'a str,
    at: Span,
    dialect: Dialect,
    problems: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn words(&self, span: Span) -> &str {
        let base = self.at.start as usize;
        self.text.get(span.start as usize - base..span.end as usize - base).unwrap_or("")
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.problems.push(Diagnostic::error(code, span, message).help(help));
    }

    fn stray(&mut self, span: Span) {
        let word = self.words(span).to_string();
        let help = match word.as_str() {
            "-" | "?" => "legs are joined inside brackets, as in `[F-R]`",
            " " | "\t" | "\n" => "write the moves of a piece without spaces",
            "X" | "Y" => "`X` and `Y` lengthen the atom before them, as in `NX`",
            "'" => "`'` follows an atom or a bracket",
            "{" | "}" => "a range in braces reads `{2..}` or `{3..5}` and follows an atom",
            word if word.chars().all(|c| c.is_ascii_digit()) => {
                "a number follows an atom or a bracket and gives its range"
            }
            _ => "atoms are capitals, modifiers small letters before them",
        };
        self.error("betza-unknown-letter", span, format!("`{word}` means nothing here"), help);
    }

    fn one(&mut self, part: &raw::Part) -> Option<Move> {
        let (body, virgin) = match &part.core {
            Core::Missing => {
                self.missing(part.span);
                return None;
            }
            Core::Atom(atom) => self.atom_move(part, atom)?,
            Core::Bracket(bracket) => self.bracket_move(part, bracket)?,
        };
        Some(Move { span: part.span, virgin, exempt: part.exempt.is_some(), body })
    }

    /// Letters without an atom: the name of a piece, a capital written small, or just no atom.
    fn missing(&mut self, span: Span) {
        let words = self.words(span).to_string();
        let mut letters: Vec<char> = words.chars().collect();
        let capital = letters.pop().map(|last| last.to_ascii_uppercase());
        let help = match (super::by_name(&words), capital.filter(|letter| LETTERS.contains(*letter))) {
            (Some(piece), _) => format!("a {words} is written `{}`", piece.betza),
            (None, Some(capital)) => {
                format!(
                    "atoms are capitals: did you mean `{}{capital}`?",
                    letters.into_iter().collect::<String>()
                )
            }
            (None, None) => "put the atom behind its modifiers, as in `fmW`".to_string(),
        };
        self.error("betza-missing-atom", span, format!("`{words}` modifies nothing"), help);
    }

    fn atom_move(&mut self, part: &raw::Part, atom: &raw::Atom) -> Option<(Body, Option<Virgin>)> {
        match atom.base {
            Base::Letter('O') => return self.castle(part, atom),
            Base::Letter('I') => return self.imitate(part, atom),
            _ => {}
        }
        let (kind, range) = self.atom(atom)?;
        if part.modifiers.iter().any(|m| matches!(m, Modifier::Group(..))) {
            return self.looped(part, kind, range);
        }
        let letters: Vec<Letter> = plain(&part.modifiers);
        let legs: Vec<&[Letter]> = letters.split(|l| l.letter == 'a').collect();
        if legs.len() > MAX_LEGS {
            self.error(
                "betza-too-large",
                part.span,
                format!("more than {MAX_LEGS} legs"),
                "make the chain shorter",
            );
            return None;
        }
        let mut reach = Reach::Written;
        let mut found = Vec::new();
        let mut virgin = None;
        for (index, run) in legs.iter().enumerate() {
            let first = index == 0;
            let joint = if index + 1 < legs.len() { Joint::Must } else { Joint::End };
            let own = reach.range(range);
            let place = Place { atom: kind, range: own, first, joint, bracket: false, span: part.span };
            let (leg, only) = leg(run, place, self.dialect, &mut self.problems);
            virgin = virgin.or(only);
            if leg.modes.any("yg") {
                reach = reach.toggled(range);
            }
            found.push(leg);
        }
        Some((Body::Chain(found), virgin))
    }

    /// The atom and range of a leap.
    fn atom(&mut self, raw: &raw::Atom) -> Option<(Atom, Range)> {
        let (base, slides) = match raw.base {
            Base::Letter(letter) => match from_letter(letter) {
                Some(found) => {
                    self.disputed(letter, raw.name);
                    found
                }
                None => {
                    self.unknown_atom(letter, raw.name);
                    return None;
                }
            },
            Base::Coordinates(a, b) => {
                let (long, short) = (a.max(b), a.min(b));
                let (Ok(l), Ok(s), true) =
                    (u8::try_from(long), u8::try_from(short), (1..=15).contains(&long))
                else {
                    let words = self.words(raw.name).to_string();
                    self.error(
                        "betza-bad-leap",
                        raw.name,
                        format!("no leap is `{words}`"),
                        "the longer side is 1 to 15 squares",
                    );
                    return None;
                };
                (Atom::Leap(l, s), false)
            }
        };
        let kind = if raw.suffixes.is_empty() {
            base
        } else {
            match lengthened(base, &raw.suffixes).filter(|_| !slides) {
                Some(longer) => longer,
                None => {
                    let words = self.words(raw.name).to_string();
                    let help =
                        "`X` adds three squares along the long axis, `Y` two along both; 15 are the most";
                    self.error("betza-bad-leap", raw.name, format!("no leap is `{words}`"), help);
                    return None;
                }
            }
        };
        let range = match raw.extent {
            None if slides => Range::ANY,
            None => Range::ONE,
            Some((_, span)) if kind == Atom::Universal => {
                self.error(
                    "betza-bad-range",
                    span,
                    "`U` reaches every square at once",
                    "take the range away",
                );
                Range::ONE
            }
            Some((extent, span)) => self.range(extent, span),
        };
        Some((kind, range))
    }

    fn range(&mut self, extent: Extent, span: Span) -> Range {
        let (min, max) = match extent {
            Extent::Doubled | Extent::AtMost(0) => return Range::ANY,
            Extent::AtMost(max) => (1, Some(max)),
            Extent::Between(min, max) => (min, max),
        };
        let longest = u32::from(LONGEST);
        if min == 0 || max.is_some_and(|max| max < min) || min > longest {
            let words = self.words(span).to_string();
            let help = if min > longest {
                "no board is that long"
            } else {
                "the least number of steps is at least 1 and at most the greatest"
            };
            self.error("betza-bad-range", span, format!("no move has the range `{words}`"), help);
            return Range::ONE;
        }
        let narrow = |n: u32| u8::try_from(n).unwrap_or(LONGEST);
        if let Some(max) = max.filter(|max| *max > longest) {
            self.problems.push(
                Diagnostic::warning("betza-bad-range", span, format!("no board has room for {max} steps"))
                    .help("write `0` for any number of steps"),
            );
            return Range { min: narrow(min), max: None };
        }
        Range { min: narrow(min), max: max.map(narrow) }
    }

    fn disputed(&mut self, letter: char, span: Span) {
        let (name, better, other) = match letter {
            'L' => ("camel", 'C', "zebra"),
            'J' => ("zebra", 'Z', "camel"),
            _ => return,
        };
        self.problems.push(
            Diagnostic::warning(
                "betza-ambiguous-letter",
                span,
                format!("`{letter}` is read in different ways"),
            )
            .here(format!("read as the {name}, as Betza did; XBoard reads the {other}"))
            .help(format!("write `{better}`")),
        );
    }

    fn unknown_atom(&mut self, letter: char, span: Span) {
        let lower = letter.to_ascii_lowercase();
        let help = if "mcedktpgyxifblrvsnjouzqah".contains(lower) {
            format!("atoms are {}; `{lower}` is a modifier and stands before one", listed(LETTERS))
        } else {
            format!("atoms are {}", listed(LETTERS))
        };
        self.error("betza-unknown-letter", span, format!("no atom is written `{letter}`"), help);
    }

    fn castle(&mut self, part: &raw::Part, atom: &raw::Atom) -> Option<(Body, Option<Virgin>)> {
        let mut castling = Castling { left: false, right: false, steps: 2, inset: 0 };
        let mut virgin = false;
        for letter in self.only_letters(part) {
            match letter.letter {
                'i' => virgin = true,
                's' => (castling.left, castling.right) = (true, true),
                'l' => castling.left = true,
                'r' => castling.right = true,
                'j' => castling.inset = castling.inset.saturating_add(1),
                _ => self.idle_on(
                    letter,
                    "castling",
                    "it goes sideways, `s`, `l` or `r`, with `j` for a partner nearer in",
                ),
            }
        }
        if !castling.left && !castling.right {
            (castling.left, castling.right) = (true, true);
        }
        if !virgin {
            self.problems.push(
                Diagnostic::warning(
                    "betza-castling",
                    part.span,
                    "castling is only for a man that has not moved",
                )
                .help("write `i` before it, as in `isO2`"),
            );
        }
        match atom.extent {
            None => {}
            Some((Extent::AtMost(n), _)) if (1..=15).contains(&n) => {
                castling.steps = u8::try_from(n).unwrap_or(2)
            }
            Some((_, span)) => {
                let help = "say how far the king goes: `O2`";
                self.error("betza-bad-range", span, "castling goes a fixed number of steps", help);
            }
        }
        Some((Body::Castle(castling), None))
    }

    fn imitate(&mut self, part: &raw::Part, atom: &raw::Atom) -> Option<(Body, Option<Virgin>)> {
        let mut how = Imitate::AsEnemy;
        for letter in self.only_letters(part) {
            match letter.letter {
                'f' => how = Imitate::AsOwn,
                _ => self.idle_on(
                    letter,
                    "the imitator",
                    "only `f` changes it: it then moves as if the man were its own",
                ),
            }
        }
        if let Some((_, span)) = atom.extent {
            self.error(
                "betza-bad-range",
                span,
                "the imitator has no range of its own",
                "take the range away",
            );
        }
        Some((Body::Imitate(how), None))
    }

    fn only_letters(&mut self, part: &raw::Part) -> Vec<Letter> {
        for modifier in &part.modifiers {
            if let Modifier::Group(_, span) = modifier {
                self.error(
                    "betza-bad-group",
                    *span,
                    "there is nothing to repeat here",
                    "take the group away",
                );
            }
        }
        plain(&part.modifiers)
    }

    fn idle_on(&mut self, letter: Letter, what: &str, help: &str) {
        let message = format!("`{}` means nothing to {what}", letter.letter);
        self.error("betza-no-effect", letter.span, message, help);
    }

    fn bracket_move(&mut self, part: &raw::Part, bracket: &raw::Bracket) -> Option<(Body, Option<Virgin>)> {
        let mut letters = self.only_letters(part);
        let legacy = letters.last().is_some_and(|l| l.letter == 't');
        if legacy {
            letters.pop();
            self.problems.push(
                Diagnostic::warning("betza-legacy-bent", part.span, "`t[..]` is an old spelling")
                    .help("write `?` between the legs, as in `[F?R]`"),
            );
        }
        let mut outer = Modes::NONE;
        let mut virgins = 0;
        let mut cylinder = false;
        let mut directions: Vec<Vec<Letter>> = Vec::new();
        let mut adjacent = false;
        for letter in letters {
            let was = std::mem::replace(&mut adjacent, false);
            match letter.letter {
                'm' | 'c' | 'e' | 'd' | 'k' | 't' => outer = outer.with(Modes::letter(letter.letter)),
                'i' => virgins += 1,
                'o' => cylinder = true,
                'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' => {
                    adjacent = true;
                    match directions.last_mut().filter(|_| was) {
                        Some(run) => run.push(letter),
                        None => directions.push(vec![letter]),
                    }
                }
                other => self.error(
                    "betza-no-effect",
                    letter.span,
                    format!("`{other}` means nothing before a bracket"),
                    "put it before the leg it belongs to, inside the brackets",
                ),
            }
        }
        let virgin =
            [None, Some(Virgin::Home), Some(Virgin::RankBeyond)].get(virgins).copied().unwrap_or(None);
        let whole = Whole { outer, cylinder, legacy };
        let mut items = self.path(bracket, true, Joint::End, whole)?;
        if count(&items) > MAX_LEGS {
            self.error(
                "betza-too-large",
                part.span,
                format!("more than {MAX_LEGS} legs"),
                "make the path shorter",
            );
            return None;
        }
        if !directions.is_empty() {
            self.outer_directions(&directions, &mut items);
        }
        let inner = first_virgin(bracket);
        Some((Body::Path(items), virgin.or(inner)))
    }

    fn outer_directions(&mut self, runs: &[Vec<Letter>], items: &mut [Item]) {
        let Some(leg) = last_leg(items) else { return };
        let class = leg.atom.class();
        let mut set = 0;
        for run in runs {
            let letters: Vec<char> = run.iter().map(|l| l.letter).collect();
            let span = run.iter().fold(run[0].span, |all, l| all.to(l.span));
            let written: String = letters.iter().collect();
            match heading::read(&letters, Frame::Absolute(class)) {
                Ok(bits) => set |= bits,
                Err(_) => self.error(
                    "betza-bad-direction",
                    span,
                    format!("`{written}` is no direction of the last leg"),
                    "put the directions before the leg they belong to, inside the brackets",
                ),
            }
            self.problems.push(
                Diagnostic::warning(
                    "betza-outer-direction",
                    span,
                    format!("`{written}` before a bracket is read in different ways"),
                )
                .here("read as where the last leg travels, seen from the owner's side")
                .help(format!(
                    "a Fairy-Stockfish proposal reads it so in one place and as the first leg's direction in another; for the latter write `[{written}..]`"
                )),
            );
        }
        leg.only = Some(u8::try_from(set & 0xff).unwrap_or(0)).filter(|_| class != Class::Universal);
    }

    fn path(&mut self, bracket: &raw::Bracket, first: bool, after: Joint, whole: Whole) -> Option<Vec<Item>> {
        let mut legs: Vec<(&raw::Part, Joint)> = Vec::new();
        let mut joint: Option<(char, Span)> = None;
        for item in &bracket.items {
            match item {
                raw::Item::Leg(leg) => {
                    if let Some((before, at)) = legs.last_mut() {
                        match joint.take() {
                            Some(('?', _)) => *at = Joint::May,
                            Some(_) => *at = Joint::Must,
                            None if whole.legacy => *at = Joint::May,
                            None => {
                                let (one, two) =
                                    (self.words(before.span).to_string(), self.words(leg.span).to_string());
                                self.error(
                                    "betza-missing-joint",
                                    before.span.to(leg.span),
                                    format!("`{one}` and `{two}` are not joined"),
                                    format!("write `{one}-{two}` if the move must go on, `{one}?{two}` if it may stop"),
                                );
                                *at = Joint::Must;
                            }
                        }
                    } else if let Some((sign, span)) = joint.take() {
                        self.joint(sign, span);
                    }
                    legs.push((leg, Joint::End));
                }
                raw::Item::Joint(sign, span) => {
                    if let Some((sign, span)) = joint.replace((*sign, *span)) {
                        self.joint(sign, span);
                    }
                }
                raw::Item::Stray(span) => self.stray(*span),
            }
        }
        if let Some((sign, span)) = joint {
            self.joint(sign, span);
        }
        if legs.is_empty() {
            self.error(
                "betza-empty",
                bracket.span,
                "there is no leg between these brackets",
                "write a path such as `[F-R]`",
            );
            return None;
        }
        let range = bracket.extent.map_or(Range::ONE, |(extent, span)| self.range(extent, span));
        let repeated = range != Range::ONE;
        let last = legs.len() - 1;
        let mut items = Vec::new();
        for (index, (leg, joint)) in legs.iter().enumerate() {
            let after = if index == last { after } else { *joint };
            items.extend(self.item(leg, first && index == 0, after, whole)?);
        }
        if !repeated {
            return Some(items);
        }
        self.repeatable(&items);
        if let Some(item) = items.last_mut() {
            item.joint = Joint::End;
        }
        Some(vec![Item { part: Step::Repeat(items, range), joint: after }])
    }

    /// A repeated path keeps its orientation, which legs that turn by themselves or count steps do not have.
    fn repeatable(&mut self, items: &[Item]) {
        for item in items {
            let Step::Leg(leg) = &item.part else { continue };
            if leg.equal || leg.gait != Gait::Straight && items.len() > 1 {
                let letter = if leg.equal { 'i' } else { 'z' };
                let letter = if leg.gait == Gait::Circular { 'q' } else { letter };
                self.error(
                    "betza-conflict",
                    leg.span,
                    format!("a path with `{letter}` in it cannot be repeated"),
                    "every repetition goes the same way, and such a leg has no one way to go",
                );
            }
        }
    }

    fn joint(&mut self, sign: char, span: Span) {
        let message = format!("`{sign}` joins nothing");
        self.error("betza-stray-joint", span, message, "one `-` or `?` stands between two legs");
    }

    fn item(&mut self, part: &raw::Part, first: bool, joint: Joint, whole: Whole) -> Option<Vec<Item>> {
        match &part.core {
            Core::Missing => {
                self.missing(part.span);
                None
            }
            Core::Bracket(inner) => {
                let mut whole = whole;
                for letter in self.only_letters(part) {
                    match letter.letter {
                        'm' | 'c' | 'e' | 'd' | 'k' | 't' if joint == Joint::End => {
                            whole.outer = whole.outer.with(Modes::letter(letter.letter));
                        }
                        other => self.error(
                            "betza-no-effect",
                            letter.span,
                            format!("`{other}` means nothing before an inner bracket"),
                            "put it before the leg it belongs to",
                        ),
                    }
                }
                self.path(inner, first, joint, whole)
            }
            Core::Atom(atom) => {
                if let Base::Letter(letter @ ('O' | 'I')) = atom.base {
                    let help = "castling and imitating are whole moves";
                    self.error("betza-bad-leg", atom.name, format!("`{letter}` is no leg of a path"), help);
                    return None;
                }
                let (kind, range) = self.atom(atom)?;
                for modifier in &part.modifiers {
                    match modifier {
                        Modifier::Letter(Letter { letter: 'a', span }) => {
                            let help = "inside brackets `-` parts the legs";
                            self.error(
                                "betza-mixed-forms",
                                *span,
                                "`a` chains do not go into brackets",
                                help,
                            );
                        }
                        Modifier::Group(_, span) => {
                            let help = "inside brackets repeat a bracket: `[W-F]3`";
                            self.error(
                                "betza-mixed-forms",
                                *span,
                                "groups of letters do not go into brackets",
                                help,
                            );
                        }
                        Modifier::Letter(_) => {}
                    }
                }
                let letters: Vec<Letter> =
                    plain(&part.modifiers).into_iter().filter(|l| l.letter != 'a').collect();
                let place = Place { atom: kind, range, first, joint, bracket: true, span: part.span };
                let (mut leg, _) = leg(&letters, place, self.dialect, &mut self.problems);
                leg.outer = whole.outer;
                leg.cylinder |= whole.cylinder;
                if let Some(span) = part.exempt {
                    self.error("betza-bad-leg", span, "`'` marks a whole move", "put it behind the bracket");
                }
                Some(vec![Item { part: Step::Leg(leg), joint }])
            }
        }
    }

    /// A chain with repeated groups, as a graph of legs.
    fn looped(&mut self, part: &raw::Part, atom: Atom, range: Range) -> Option<(Body, Option<Virgin>)> {
        let signs =
            super::repeat::signs(&part.modifiers).map_err(|problem| self.problems.push(*problem)).ok()?;
        let graph = super::repeat::graph(&signs);
        if graph.legs.len() > MAX_LEGS {
            self.error(
                "betza-too-large",
                part.span,
                format!("more than {MAX_LEGS} legs"),
                "make the chain shorter",
            );
            return None;
        }
        let mut virgin = None;
        let mut legs: Vec<Leg> = Vec::new();
        for (index, letters) in graph.legs.iter().enumerate() {
            let joint = if graph.next[index].is_empty() { Joint::End } else { Joint::Must };
            let first = graph.first.contains(&index);
            let place = Place { atom, range, first, joint, bracket: false, span: part.span };
            let (leg, only) = leg(letters, place, self.dialect, &mut self.problems);
            virgin = virgin.or(only);
            legs.push(leg);
        }
        let modifiers = written(&part.modifiers);
        Some((Body::Loop(Loop { legs, next: graph.next, first: graph.first, modifiers }), virgin))
    }
}

/// What holds for all legs of a bracket path.
#[derive(Clone, Copy)]
struct Whole {
    outer: Modes,
    cylinder: bool,
    legacy: bool,
}

fn plain(modifiers: &[Modifier]) -> Vec<Letter> {
    let letter = |modifier: &Modifier| match modifier {
        Modifier::Letter(letter) => Some(*letter),
        Modifier::Group(..) => None,
    };
    modifiers.iter().filter_map(letter).collect()
}

fn written(modifiers: &[Modifier]) -> String {
    let mut text = String::new();
    for modifier in modifiers {
        match modifier {
            Modifier::Letter(letter) => text.push(letter.letter),
            Modifier::Group(letters, _) => {
                text.push('(');
                text.extend(letters.iter().map(|l| l.letter));
                text.push(')');
            }
        }
    }
    text
}

/// An `i` on the first leg holds for the whole path.
fn first_virgin(bracket: &raw::Bracket) -> Option<Virgin> {
    let leg = bracket.items.iter().find_map(|item| match item {
        raw::Item::Leg(leg) => Some(leg),
        _ => None,
    })?;
    if let Core::Bracket(inner) = &leg.core {
        return first_virgin(inner);
    }
    match plain(&leg.modifiers).iter().filter(|l| l.letter == 'i').count() {
        0 => None,
        1 => Some(Virgin::Home),
        _ => Some(Virgin::RankBeyond),
    }
}

fn last_leg(items: &mut [Item]) -> Option<&mut Leg> {
    match &mut items.last_mut()?.part {
        Step::Leg(leg) => Some(leg),
        Step::Repeat(inner, _) => last_leg(inner),
    }
}

fn count(items: &[Item]) -> usize {
    let one = |item: &Item| match &item.part {
        Step::Leg(_) => 1,
        Step::Repeat(inner, _) => count(inner),
    };
    items.iter().map(one).sum()
}

fn listed(letters: &str) -> String {
    letters.chars().map(|c| format!("`{c}`")).collect::<Vec<_>>().join(" ")
}
