//! Errors that a client sees: a code with parameters, never a sentence.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::wire::ErrorBody;

/// A code of [`ErrorBody`], with the HTTP status that goes with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// Not JSON, unknown type or field, or it does not fit the phase.
    BadMessage,
    /// The hello names another version.
    UnsupportedProtocol,
    /// No such game.
    UnknownGame,
    /// No such variant.
    UnknownVariant,
    /// The variant has no such set of start arrays.
    UnknownSet,
    /// The array number is not in the set, or the game numbers nothing.
    UnknownNumber,
    /// The computer has no such level.
    UnknownLevel,
    /// Somebody else's seat.
    NotYourGame,
    /// The request comes from another site.
    WrongOrigin,
    /// Secret until the end.
    GameRunning,
    /// The game was ended, or set up, without a deal.
    NoDeal,
    /// Not legal here, or not this seat's to do.
    IllegalAction,
    /// Meant for another ply.
    StalePly,
    /// The game has ended.
    GameOver,
    /// Possible at another time only, or in other games.
    NotNow,
    /// Too much at once.
    RateLimited,
    /// The game's log cannot be replayed exactly, so the game is not shown.
    UnreadableGame,
    /// The request is larger than may be.
    TooLarge,
    /// No such address, or nothing there for this method.
    NotFound,
    /// There is no such name, or it has another password.
    WrongCredentials,
    /// Only for a player whom a session or a token names.
    NotSignedIn,
    /// The token is no bot's.
    BadToken,
    /// Not for guests, or not for bots.
    AccountNeeded,
    /// The host has banned the player.
    Banned,
    /// The password that was asked for again is another.
    WrongPassword,
    /// No name that somebody can have.
    BadName,
    /// No password that somebody should have.
    WeakPassword,
    /// No address that mail can be sent to.
    BadEmail,
    /// No recovery code of this name, or a used one.
    WrongCode,
    /// The link is not good, or no longer.
    WrongLink,
    /// Somebody has that name, or had it.
    NameTaken,
    /// The player has an account already.
    HasAccount,
    /// The guest and the account play against each other.
    BothAtOneTable,
    /// Somebody waits in a game of the player.
    GamesRunning,
    /// The host has not set up mail.
    NoMail,
    /// More days than are left of the year's.
    NoVacationLeft,
    /// Nobody may have more bots.
    TooManyBots,
    /// The server will be restarted, and no game begins before that.
    Restarting,
    /// No such session of one's own.
    UnknownSession,
    /// No such bot of one's own.
    UnknownBot,
    /// Wrong too often; the next attempt has to wait.
    TooManyAttempts,
    /// For people, not for programs.
    PeopleOnly,
    /// No such player.
    UnknownPlayer,
    /// No such proposal, or none any more.
    UnknownProposal,
    /// Nobody plays against himself.
    OwnProposal,
    /// For somebody else alone.
    NotForYou,
    /// The rating is not in the range that was asked for.
    RatingOutOfRange,
    /// One of the two has blocked the other.
    Blocked,
    /// Too many games were aborted: rated ones are paused.
    PairingPaused,
    /// Such a game is never rated.
    CasualOnly,
    /// No such clock for a game between people.
    BadClock,
    /// Too many proposals of one player wait.
    TooManyProposals,
    /// Such a rematch cannot follow this game.
    NoRematch,
    /// No bot has been offered, or it is not offered any more.
    NoBotOffered,
    /// A fault of the server's own.
    Internal,
}

impl Code {
    /// The text on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Code::BadMessage => "bad_message",
            Code::UnsupportedProtocol => "unsupported_protocol",
            Code::UnknownGame => "unknown_game",
            Code::UnknownVariant => "unknown_variant",
            Code::UnknownSet => "unknown_set",
            Code::UnknownNumber => "unknown_number",
            Code::UnknownLevel => "unknown_level",
            Code::NotYourGame => "not_your_game",
            Code::WrongOrigin => "wrong_origin",
            Code::GameRunning => "game_running",
            Code::NoDeal => "no_deal",
            Code::IllegalAction => "illegal_action",
            Code::StalePly => "stale_ply",
            Code::GameOver => "game_over",
            Code::NotNow => "not_now",
            Code::RateLimited => "rate_limited",
            Code::UnreadableGame => "unreadable_game",
            Code::TooLarge => "too_large",
            Code::NotFound => "not_found",
            Code::WrongCredentials => "wrong_credentials",
            Code::NotSignedIn => "not_signed_in",
            Code::BadToken => "bad_token",
            Code::AccountNeeded => "account_needed",
            Code::Banned => "banned",
            Code::WrongPassword => "wrong_password",
            Code::BadName => "bad_name",
            Code::WeakPassword => "weak_password",
            Code::BadEmail => "bad_email",
            Code::WrongCode => "wrong_code",
            Code::WrongLink => "wrong_link",
            Code::NameTaken => "name_taken",
            Code::HasAccount => "has_account",
            Code::BothAtOneTable => "both_at_one_table",
            Code::GamesRunning => "games_running",
            Code::NoMail => "no_mail",
            Code::NoVacationLeft => "no_vacation_left",
            Code::TooManyBots => "too_many_bots",
            Code::Restarting => "restarting",
            Code::UnknownSession => "unknown_session",
            Code::UnknownBot => "unknown_bot",
            Code::TooManyAttempts => "too_many_attempts",
            Code::PeopleOnly => "people_only",
            Code::UnknownPlayer => "unknown_player",
            Code::UnknownProposal => "unknown_proposal",
            Code::OwnProposal => "own_proposal",
            Code::NotForYou => "not_for_you",
            Code::RatingOutOfRange => "rating_out_of_range",
            Code::Blocked => "blocked",
            Code::PairingPaused => "pairing_paused",
            Code::CasualOnly => "casual_only",
            Code::BadClock => "bad_clock",
            Code::TooManyProposals => "too_many_proposals",
            Code::NoRematch => "no_rematch",
            Code::NoBotOffered => "no_bot_offered",
            Code::Internal => "internal",
        }
    }

    fn status(self) -> StatusCode {
        match self {
            Code::WrongCredentials | Code::NotSignedIn | Code::BadToken => StatusCode::UNAUTHORIZED,
            Code::BadName
            | Code::WeakPassword
            | Code::BadEmail
            | Code::WrongCode
            | Code::WrongLink
            | Code::BadMessage
            | Code::UnsupportedProtocol
            | Code::UnknownSet
            | Code::UnknownNumber
            | Code::UnknownLevel
            | Code::CasualOnly
            | Code::BadClock
            | Code::IllegalAction => StatusCode::BAD_REQUEST,
            Code::UnknownGame
            | Code::UnknownVariant
            | Code::NoDeal
            | Code::NotFound
            | Code::UnknownSession
            | Code::UnknownBot
            | Code::UnknownPlayer
            | Code::UnknownProposal => StatusCode::NOT_FOUND,
            Code::NotYourGame
            | Code::WrongOrigin
            | Code::AccountNeeded
            | Code::Banned
            | Code::WrongPassword
            | Code::PeopleOnly
            | Code::NotForYou
            | Code::RatingOutOfRange
            | Code::Blocked
            | Code::PairingPaused => StatusCode::FORBIDDEN,
            Code::GameRunning
            | Code::StalePly
            | Code::GameOver
            | Code::NotNow
            | Code::NameTaken
            | Code::HasAccount
            | Code::BothAtOneTable
            | Code::GamesRunning
            | Code::NoMail
            | Code::NoVacationLeft
            | Code::TooManyBots
            | Code::Restarting
            | Code::OwnProposal
            | Code::TooManyProposals
            | Code::NoRematch
            | Code::NoBotOffered => StatusCode::CONFLICT,
            Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Code::RateLimited | Code::TooManyAttempts => StatusCode::TOO_MANY_REQUESTS,
            Code::UnreadableGame | Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// A code with its parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiError {
    code: Code,
    params: BTreeMap<String, String>,
}

/// Longest text from outside that is echoed in a parameter.
const ECHO: usize = 40;

impl ApiError {
    /// Adds a parameter; long texts are cut.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl ToString) -> ApiError {
        let value: String = value.to_string().chars().take(ECHO).collect();
        self.params.insert(name.to_owned(), value);
        self
    }

    /// The code.
    pub fn code(&self) -> Code {
        self.code
    }
}

impl From<Code> for ApiError {
    fn from(code: Code) -> ApiError {
        ApiError {
            code,
            params: BTreeMap::new(),
        }
    }
}

impl From<ApiError> for ErrorBody {
    fn from(error: ApiError) -> ErrorBody {
        ErrorBody {
            code: error.code.as_str().to_owned(),
            params: error.params,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.code.status(), Json(ErrorBody::from(self))).into_response()
    }
}

/// Gives an error that a library worded the form of all others; its status stays.
pub async fn as_body(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let api = path == "/api" || path.starts_with("/api/");
    let response = next.run(request).await;
    let status = response.status();
    let failed = status.is_client_error() || status.is_server_error();
    let json = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if !api || !failed || json {
        return response;
    }
    let code = match status {
        StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED => Code::NotFound,
        StatusCode::PAYLOAD_TOO_LARGE => Code::TooLarge,
        status if status.is_client_error() => Code::BadMessage,
        _ => Code::Internal,
    };
    let mut headers = response.headers().clone();
    for own in [
        header::CONTENT_TYPE,
        header::CONTENT_LENGTH,
        header::CONTENT_ENCODING,
    ] {
        headers.remove(own);
    }
    let body = Json(ErrorBody::from(ApiError::from(code)));
    (status, headers, body).into_response()
}

/// Hides an inner error from the client and writes it to the server's log.
pub fn internal(error: impl std::fmt::Display) -> ApiError {
    tracing::error!(%error, "request failed");
    Code::Internal.into()
}
