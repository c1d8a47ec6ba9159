//! The test suite: one program, one module for each thing it holds ferz to.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

mod architecture;
mod betza;
#[cfg(feature = "cli")]
mod book;
#[cfg(feature = "cli")]
mod check;
#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "cli")]
mod cost;
mod engine;
mod explain;
#[cfg(feature = "cli")]
mod fixture;
#[cfg(feature = "cli")]
mod forms;
mod games;
#[cfg(feature = "cli")]
mod hostile;
mod mutations;
mod notation;
#[cfg(feature = "cli")]
mod readme;
#[cfg(feature = "cli")]
mod report;
#[cfg(feature = "cli")]
mod shipped;
#[cfg(feature = "cli")]
mod show;
#[cfg(feature = "cli")]
mod workshop;
