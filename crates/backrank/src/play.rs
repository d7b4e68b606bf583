//! `backrank play`: a game against the computer in the terminal.

use std::io::{BufRead, Write, stdin, stdout};
use std::sync::atomic::AtomicBool;

use anyhow::{Result, anyhow, bail};
use backrank_engine::{Level, choose_at};
use backrank_rules::notation::{fen, san, uci};
use backrank_rules::{Action, Colour, Fact, Observation, Position, Recorded, Seat, Status};

use crate::cli::{PlayOptions, SideName};
use crate::{draw, position};

const HELP: &str = "\
Type a move as people write it (Nf3, exd8=Q, O-O, b4) or exactly (g1f3, e7e8q, king onto rook f1j1, b1b1 turns a
disc up, =q promotes, @c3 hides a king). Other words:
  moves    all that is legal now            board    the board again
  pools    what can still be hidden         fen      what you know, as FEN
  resign   give the game up                 quit     leave
  help     this text";

/// Two players' knowledge of one game.
struct Table {
    truth: Position,
    person: Observation,
    computer: Observation,
}

enum Turn {
    Played,
    Left,
    Resigned,
}

pub fn play(options: &PlayOptions) -> Result<()> {
    let variant = position::variant(&options.game)?;
    let level = Level::new(options.level)
        .ok_or_else(|| anyhow!("there is no level {}; levels go from 1 to 8", options.level))?;
    let seed = match options.seed {
        Some(seed) => seed,
        None => position::random_seed()?,
    };
    let truth = match &options.fen {
        Some(text) => match fen::parse(&variant, text)? {
            fen::Parsed::Truth(truth) => truth,
            fen::Parsed::View(_) => bail!("a game needs the whole truth to begin with, not a view"),
        },
        None => Position::seeded(&variant, seed, options.set.as_deref(), options.number)?,
    };
    let side = match options.side {
        SideName::White => Colour::White,
        SideName::Black => Colour::Black,
        SideName::Random if seed.count_ones() % 2 == 0 => Colour::White,
        SideName::Random => Colour::Black,
    };
    let seat = Seat::of(side);
    let other = Seat::of(side.other());
    let mut table = Table {
        person: Observation::new(seat, truth.view(seat)),
        computer: Observation::new(other, truth.view(other)),
        truth,
    };
    say(&format!(
        "{}: you have {side}, the computer plays at level {}. `help` explains.",
        variant.name(),
        level.number()
    ))?;
    let result = table.run(side, &level, seed)?;
    say(&result)?;
    say(&format!(
        "The truth at the end: {}",
        table.truth.truth_fen()
    ))
}

fn say(text: &str) -> Result<()> {
    let mut out = stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()?;
    Ok(())
}

impl Table {
    fn run(&mut self, side: Colour, level: &Level, seed: u64) -> Result<String> {
        say(&draw::board(self.person.view(), side))?;
        loop {
            let occurrences = self.person.repetitions().count(self.truth.board());
            let status = self.truth.status(occurrences);
            if status != Status::Ongoing {
                return Ok(format!("The game is over: {status}."));
            }
            if self.truth.board().actors().contains(&side) {
                match self.person_acts(side)? {
                    Turn::Played => {}
                    Turn::Left => return Ok("You left the game.".to_owned()),
                    Turn::Resigned => return Ok(format!("You resigned: {} wins.", side.other())),
                }
            } else {
                let ply = self.computer.records().len() as u64;
                let answer = choose_at(&self.computer, level, seed ^ ply, &AtomicBool::new(false));
                let action = answer
                    .ok_or_else(|| anyhow!("the computer found no move"))?
                    .action;
                self.act(side.other(), action)?;
                say(&draw::board(self.person.view(), side))?;
            }
        }
    }

    fn person_acts(&mut self, side: Colour) -> Result<Turn> {
        loop {
            let check = if self.truth.is_check() { ", check" } else { "" };
            print!("{side}{check}> ");
            stdout().flush()?;
            let mut line = String::new();
            if stdin().lock().read_line(&mut line)? == 0 {
                return Ok(Turn::Left);
            }
            match line.trim() {
                "" => {}
                "help" => say(HELP)?,
                "quit" | "exit" => return Ok(Turn::Left),
                "resign" => return Ok(Turn::Resigned),
                "board" => say(&draw::board(self.person.view(), side))?,
                "fen" => say(&self.person.view().fen())?,
                "moves" => say(&self.moves())?,
                "pools" => self.pools()?,
                text => match self.read(side, text) {
                    Ok(action) => {
                        self.act(side, action)?;
                        return Ok(Turn::Played);
                    }
                    Err(error) => say(&format!(
                        "{error}. `moves` lists what is legal, `help` explains."
                    ))?,
                },
            }
        }
    }

    fn read(&self, side: Colour, text: &str) -> Result<Action> {
        let view = self.person.view();
        if let Ok(action) = uci::parse(view.variant(), view.board(), text)
            && view.legal_for(side).contains(&action)
        {
            return Ok(action);
        }
        Ok(san::parse(view, text)?)
    }

    fn moves(&self) -> String {
        let view = self.person.view();
        let mut texts: Vec<String> = self
            .person
            .legal()
            .into_iter()
            .map(|action| {
                format!(
                    "{} ({})",
                    san::choice_text(view, action),
                    uci::action(view.variant(), action)
                )
            })
            .collect();
        texts.sort_unstable();
        texts.join("  ")
    }

    fn pools(&self) -> Result<()> {
        let view = self.person.view();
        for side in Colour::ALL {
            say(&format!(
                "{side}: {}",
                draw::pool(view.variant(), view.pool(side))
            ))?;
        }
        Ok(())
    }

    /// Plays an action and tells both players what they may know of it.
    fn act(&mut self, side: Colour, action: Action) -> Result<()> {
        let variant = self.truth.variant().clone();
        let record = self.truth.play_as(side, action)?;
        let seen = record.for_seat(&variant, self.person.seat());
        let text = san::text(self.person.view(), &seen);
        say(&format!("{side}: {text}{}", self.privately(&seen)))?;
        self.person.record(seen)?;
        let seen = record.for_seat(&variant, self.computer.seat());
        self.computer.record(seen)?;
        Ok(())
    }

    /// What only the person was shown.
    fn privately(&self, seen: &Recorded) -> String {
        let variant = self.truth.variant();
        match seen.shown.captured {
            Fact::Known(kind) => format!("   captured face down: {}", variant.kind(kind).id),
            Fact::Secret => "   what was captured stays hidden from you".to_owned(),
            Fact::Nothing => String::new(),
        }
    }
}
