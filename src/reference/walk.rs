//! stub
use crate::board::*; use crate::ir::*;
/// x
pub trait Occupancy { /// x
fn holds(&self, s: Square, m: Color) -> Holds; /// x
fn may_step(&self, from: Square, to: Square, step: Step) -> bool; /// x
fn is_home(&self, from: Square, v: Virgin) -> bool; }
/// x
#[derive(Clone, Debug)]
pub struct Walk { pub actor: Square, pub to: Square, pub captures: Vec<Square>, pub en_passant: Option<Square>, pub unload: Option<Square>, pub passed: Vec<Square>, pub trail: Vec<Square>, pub exempt: bool }
/// x
pub fn walk(_b: &Board, _a: &Automaton, _f: Square, _c: Color, _o: &dyn Occupancy) -> Vec<Walk> { vec![] }
