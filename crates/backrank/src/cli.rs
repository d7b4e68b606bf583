//! The commands and their options.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use backrank_server::store::DatabaseUrl;
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::settings::Settings;
use crate::{admin, backup, bot, check, pgn, play, position, serve, verify};

/// Chess games of chance and secrecy.
#[derive(Debug, Parser)]
#[command(name = "backrank", version, about, disable_help_subcommand = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Lists the ids of the games, one a line.
    Variants,
    /// Prints a start position as truth FEN.
    Start {
        #[command(flatten)]
        game: Game,
        /// Number of a start array.
        #[arg(long, conflicts_with = "seed")]
        number: Option<u32>,
        /// Seed of the draw; the same seed gives the same position.
        #[arg(long)]
        seed: Option<u64>,
        /// Set of start arrays to draw from.
        #[arg(long)]
        set: Option<String>,
    },
    /// Lists the legal actions of the side to move, sorted.
    Moves {
        #[command(flatten)]
        at: At,
    },
    /// Counts the sequences of legal actions.
    Perft {
        /// How many actions each.
        depth: u32,
        #[command(flatten)]
        at: At,
        /// Also for each first action.
        #[arg(long)]
        divide: bool,
    },
    /// Plays actions and prints the position, its status, check, and what was revealed.
    Apply {
        #[command(flatten)]
        at: At,
        /// Actions, such as e2e4 or b2b4~n.
        #[arg(required = true)]
        actions: Vec<String>,
    },
    /// Reads games from a PGN file.
    Pgn {
        #[command(subcommand)]
        command: PgnCommand,
    },
    /// Plays a game against the computer in the terminal.
    Play(PlayOptions),
    /// Recomputes the deal of a finished game from its record.
    Verify {
        /// The record, as a finished game offers it for download; `-` for standard input.
        file: PathBuf,
        /// The commitment that was shown before play, if you noted it.
        #[arg(long)]
        commitment: Option<String>,
        #[command(flatten)]
        folders: Folders,
    },
    /// For inventors of games.
    #[command(subcommand)]
    Variant(VariantCommand),
    /// Runs the server: the page, the games, the computer players.
    Serve(Box<ServeOptions>),
    /// Copies the database into a new file, also while the server runs. The key file is not part of it.
    Backup(BackupOptions),
    /// Players, bans, announcements, reports, restarts: in the database, whether the server runs or not.
    Admin(AdminOptions),
    /// Plays on a server as a bot, with the own computer player or a UCI engine.
    Bot(BotOptions),
    /// Prints what one seat knows of a position.
    View {
        #[command(flatten)]
        at: At,
        /// Whose view.
        #[arg(long)]
        seat: SeatName,
    },
}

#[derive(Debug, Subcommand)]
enum PgnCommand {
    /// Replays every game and prints a line for each, or what is wrong and where.
    Check {
        /// The file; `-` for standard input.
        file: PathBuf,
        #[command(flatten)]
        folders: Folders,
    },
    /// Prints each action in its exact form with the position after it.
    Replay {
        /// The file; `-` for standard input.
        file: PathBuf,
        #[command(flatten)]
        folders: Folders,
    },
}

#[derive(Debug, Subcommand)]
enum VariantCommand {
    /// Reads a variant file and says what is wrong with it, or what game it makes.
    Check {
        /// The file. Files beside it may be what it builds on.
        file: PathBuf,
    },
}

/// Which game.
#[derive(Debug, Args)]
pub struct Game {
    /// Id of the game; `backrank variants` lists them.
    #[arg(long)]
    pub variant: String,
}

/// Where games are known from besides the built-in ones.
#[derive(Debug, Args)]
pub struct Folders {
    /// Folder with more variant files, or with other versions of known ones; may stand several times.
    #[arg(long, value_name = "DIR")]
    pub variants: Vec<PathBuf>,
}

/// Which position of which game.
#[derive(Debug, Args)]
pub struct At {
    #[command(flatten)]
    pub game: Game,
    /// The position, as truth or view; a start position if absent.
    #[arg(long)]
    pub fen: Option<String>,
}

/// What game to play in the terminal.
#[derive(Debug, Args)]
pub struct PlayOptions {
    #[command(flatten)]
    pub game: Game,
    /// Your side.
    #[arg(long, default_value = "random")]
    pub side: SideName,
    /// Level of the computer, from 1 to 8.
    #[arg(long, default_value_t = 3)]
    pub level: u8,
    /// Seed of the draw; random if absent.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Number of a start array.
    #[arg(long, conflicts_with = "seed")]
    pub number: Option<u32>,
    /// Set of start arrays to draw from.
    #[arg(long)]
    pub set: Option<String>,
    /// A position to begin with, as truth FEN.
    #[arg(long, conflicts_with_all = ["number", "set"])]
    pub fen: Option<String>,
}

/// How to run the server. Each setting may also stand in the file of `--config`, and in the environment as
/// BACKRANK_ and its name: a flag counts more than the environment, and that more than the file.
#[derive(Debug, Args)]
pub struct ServeOptions {
    /// File of settings, in TOML.
    #[arg(long, env = "BACKRANK_CONFIG")]
    pub config: Option<PathBuf>,
    /// Prints what counts, without secrets, and ends.
    #[arg(long)]
    pub print_config: bool,
    #[command(flatten)]
    pub settings: Settings,
}

/// Which database, and what to do there.
#[derive(Debug, Args)]
pub struct AdminOptions {
    /// File of settings of the server.
    #[arg(long, env = "BACKRANK_CONFIG", global = true)]
    pub config: Option<PathBuf>,
    /// Folder of the database.
    #[arg(long, env = "BACKRANK_DATA", global = true)]
    pub data: Option<PathBuf>,
    /// Another database than the file in the data folder.
    #[arg(
        long,
        env = "BACKRANK_DATABASE_URL",
        hide_env_values = true,
        global = true
    )]
    pub database_url: Option<String>,
    /// Address under which people reach the server.
    #[arg(long, env = "BACKRANK_BASE_URL", global = true)]
    pub base_url: Option<String>,
    #[command(subcommand)]
    pub command: AdminCommand,
}

/// What the host does.
#[derive(Debug, Subcommand)]
pub enum AdminCommand {
    /// Looks at players.
    #[command(subcommand)]
    Users(UsersCommand),
    /// Bans a player, who is sent away within a second.
    Ban {
        /// Name or id.
        player: String,
        /// For so many days; for good if absent.
        #[arg(long)]
        days: Option<u32>,
        /// What the player is told.
        #[arg(long)]
        reason: String,
    },
    /// Lifts a ban.
    Unban {
        /// Name or id.
        player: String,
    },
    /// Prints a link for a new password, good once and for an hour.
    ResetLink {
        /// Name or id.
        player: String,
    },
    /// Says something to everybody, and prints its id.
    Announce {
        /// The words.
        text: String,
        /// For so many hours; until it is withdrawn if absent.
        #[arg(long)]
        hours: Option<u32>,
    },
    /// Lists what is announced.
    Announcements,
    /// Takes an announcement back.
    Withdraw {
        /// Its id.
        id: String,
    },
    /// Looks at what players report.
    #[command(subcommand)]
    Reports(ReportsCommand),
    /// Lets no game begin before a restart, and tells everybody when it will be.
    Drain {
        /// In so many minutes.
        #[arg(long, default_value_t = 15)]
        minutes: u32,
        /// Lets games begin again.
        #[arg(long, conflicts_with = "minutes")]
        off: bool,
    },
}

#[derive(Debug, Subcommand)]
pub enum UsersCommand {
    /// Lists accounts and bots, and banned guests.
    List {
        /// A part of the name.
        part: Option<String>,
    },
    /// Shows what is known of a player.
    Show {
        /// Name or id.
        player: String,
    },
}

#[derive(Debug, Subcommand)]
pub enum ReportsCommand {
    /// Lists open reports.
    List {
        /// Closed ones too.
        #[arg(long)]
        all: bool,
    },
    /// Closes a report.
    Close {
        /// Its id.
        id: String,
    },
}

/// What to copy where.
#[derive(Debug, Args)]
pub struct BackupOptions {
    /// Folder of the database.
    #[arg(long, default_value = "data")]
    pub data: PathBuf,
    /// Another database than the file in that folder: sqlite:PATH.
    #[arg(long)]
    pub database_url: Option<DatabaseUrl>,
    /// The file to make.
    #[arg(long)]
    pub to: PathBuf,
}

/// How to play as a bot.
#[derive(Debug, Args)]
pub struct BotOptions {
    /// The server, such as <https://games.example.org>.
    #[arg(long)]
    pub server: String,
    /// The bot's token.
    #[arg(long, env = "BACKRANK_TOKEN", hide_env_values = true)]
    pub token: String,
    /// Command of a UCI engine, for games in which nothing is hidden; the own computer player if absent.
    #[arg(long)]
    pub engine: Option<String>,
    /// Ids of the games to play, with commas between; all that can be played if absent.
    #[arg(long, value_delimiter = ',')]
    pub variants: Vec<String>,
    /// Level of the own computer player, from 1 to 8.
    #[arg(long, default_value_t = 4)]
    pub level: u8,
    /// Which challenges to accept.
    #[arg(long, default_value = "all")]
    pub accept: Accept,
    /// Most games at once.
    #[arg(long, default_value_t = 8)]
    pub games: usize,
}

/// Which challenges a bot accepts.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Accept {
    Casual,
    Rated,
    All,
}

/// A side of the board, or chance.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum SideName {
    White,
    Black,
    Random,
}

/// Who looks.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum SeatName {
    White,
    Black,
    Spectator,
}

impl Cli {
    /// Does what was asked.
    pub fn run(self) -> Result<()> {
        match self.command {
            Command::Variants => position::variants(),
            Command::Start {
                game,
                number,
                seed,
                set,
            } => position::start(&game, number, seed, set.as_deref()),
            Command::Moves { at } => position::moves(&at),
            Command::Perft { depth, at, divide } => position::perft(&at, depth, divide),
            Command::Apply { at, actions } => position::apply(&at, &actions),
            Command::Verify {
                file,
                commitment,
                folders,
            } => verify::verify(&file, commitment.as_deref(), &folders),
            Command::Pgn { command } => match command {
                PgnCommand::Check { file, folders } => pgn::check(&file, &folders),
                PgnCommand::Replay { file, folders } => pgn::replay(&file, &folders),
            },
            Command::Variant(VariantCommand::Check { file }) => check::check(&file),
            Command::Serve(options) => serve::serve(*options),
            Command::Backup(options) => backup::backup(options),
            Command::Admin(options) => admin::admin(options),
            Command::Play(options) => play::play(&options),
            Command::Bot(options) => bot::run(options),
            Command::View { at, seat } => position::view(&at, seat),
        }
    }
}

/// Help and version go to standard output; a wrong call is one line on standard error and exit code 2.
pub fn usage_error(error: &clap::Error) -> ExitCode {
    use clap::error::ErrorKind;
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let _ = error.print();
            ExitCode::SUCCESS
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            eprintln!("backrank: a command is missing; `backrank --help` lists them");
            ExitCode::from(2)
        }
        _ => {
            let text = error.render().to_string();
            let first = text
                .lines()
                .take_while(|line| !line.trim().is_empty())
                .map(str::trim)
                .collect::<Vec<_>>()
                .join(" ");
            eprintln!(
                "backrank: {} (see `backrank --help`)",
                first.trim_start_matches("error: ")
            );
            ExitCode::from(2)
        }
    }
}
