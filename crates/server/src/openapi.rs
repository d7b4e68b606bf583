//! The API as an OpenAPI document, made from the wire types and one list of addresses.

use std::sync::LazyLock;

use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::Value;
use utoipa::openapi::path::{OperationBuilder, ParameterBuilder, ParameterIn};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{
    ComponentsBuilder, Content, HttpMethod, InfoBuilder, OpenApi, OpenApiBuilder, PathItem,
    PathsBuilder, Ref, RefOr, Required, ResponseBuilder, Schema, SecurityRequirement,
    ServerBuilder,
    schema::{ArrayBuilder, OneOfBuilder},
};
use utoipa::{PartialSchema, ToSchema};

use crate::app::App;
use crate::wire::*;

/// `GET /openapi.json`.
pub fn router() -> Router<App> {
    Router::new().route("/openapi.json", get(document))
}

async fn document() -> impl IntoResponse {
    static TEXT: LazyLock<Value> = LazyLock::new(openapi);
    ([(header::CACHE_CONTROL, "no-cache")], Json(&*TEXT))
}

/// The document.
pub fn openapi() -> Value {
    let mut document = serde_json::to_value(described()).unwrap_or_default();
    without_null(&mut document);
    document
}

type Named = (String, RefOr<Schema>);

const JSON: &str = "application/json";

/// One address with one method.
struct Row {
    method: HttpMethod,
    path: String,
    /// Names after the question mark.
    query: Vec<String>,
    summary: &'static str,
    body: Option<RefOr<Schema>>,
    answer: Answer,
    schemas: Vec<Named>,
}

enum Answer {
    /// 204.
    Empty,
    /// 200.
    Of(&'static str, Option<Box<RefOr<Schema>>>),
    /// 101.
    WebSocket,
}

fn row(method: HttpMethod, path: &str, summary: &'static str) -> Row {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let names = query.split('&').filter(|name| !name.is_empty());
    Row {
        method,
        path: path.to_owned(),
        query: names.map(str::to_owned).collect(),
        summary,
        body: None,
        answer: Answer::Empty,
        schemas: Vec::new(),
    }
}

impl Row {
    fn refer<T: ToSchema>(&mut self) -> RefOr<Schema> {
        self.schemas.push((T::name().into(), T::schema()));
        T::schemas(&mut self.schemas);
        Ref::from_schema_name(T::name()).into()
    }

    fn takes<T: ToSchema>(mut self) -> Row {
        self.body = Some(self.refer::<T>());
        self
    }

    fn gives<T: ToSchema>(mut self) -> Row {
        self.answer = Answer::Of(JSON, Some(Box::new(self.refer::<T>())));
        self
    }

    fn lists<T: ToSchema>(mut self) -> Row {
        let list = ArrayBuilder::new().items(self.refer::<T>()).build();
        self.answer = Answer::Of(JSON, Some(Box::new(Schema::Array(list).into())));
        self
    }

    fn gives_either<A: ToSchema, B: ToSchema>(mut self) -> Row {
        let either = OneOfBuilder::new()
            .item(self.refer::<A>())
            .item(self.refer::<B>())
            .build();
        self.answer = Answer::Of(JSON, Some(Box::new(Schema::OneOf(either).into())));
        self
    }

    /// One value a line.
    fn streams<T: ToSchema>(mut self) -> Row {
        self.answer = Answer::Of("application/x-ndjson", Some(Box::new(self.refer::<T>())));
        self
    }

    fn file(mut self, kind: &'static str) -> Row {
        self.answer = Answer::Of(kind, None);
        self
    }

    fn socket<In: ToSchema, Out: ToSchema>(mut self) -> Row {
        self.refer::<In>();
        self.refer::<Out>();
        self.answer = Answer::WebSocket;
        self
    }
}

/// Every address below `/api/v1`.
fn rows() -> Vec<Row> {
    use HttpMethod::{Get, Post};
    let mut rows = vec![
        row(Get, "/openapi.json", "This document").file(JSON),
        row(Get, "/me", "Who one is; makes whoever is nobody yet a guest").gives::<Me>(),
        row(Get, "/variants", "All games").lists::<VariantInfo>(),
        row(Get, "/variants/{id}/rules?lang", "A game's rules for people").gives::<RulesPage>(),
        row(Get, "/variants/{id}/file", "A game's file").file("text/plain"),
        row(Get, "/games", "One's own games").lists::<GameCard>(),
        row(Post, "/games", "Begins a game against the computer")
            .takes::<NewGame>()
            .gives::<Created>(),
        row(Get, "/games/{id}/truth", "What was hidden, once the game is over").gives::<Truth>(),
        row(Get, "/games/{id}/deal", "What recomputes the draw, once the game is over")
            .gives::<DealRecord>(),
        row(Get, "/games/{id}/ws", "The WebSocket of a game: frames of ClientMessage and ServerMessage")
            .socket::<ClientMessage, ServerMessage>(),
        row(Get, "/games/{id}/stream?last_seq", "What the WebSocket of a game tells, a ServerMessage a line; blank lines keep it open")
            .streams::<ServerMessage>(),
        row(Post, "/games/{id}/messages", "One message of a player: 200 with ack, refused or pong; 204 where there is nothing to say")
            .takes::<ClientMessage>()
            .gives::<ServerMessage>(),
    ];
    rows.extend(games());
    rows.extend(accounts());
    rows.extend(lobby());
    rows
}

fn games() -> Vec<Row> {
    use HttpMethod::{Delete, Get, Post, Put};
    vec![
        row(Get, "/games/{id}", "A game as everybody may see it").gives::<GameCard>(),
        row(Get, "/games/{id}/pgn?seat&truth", "A game as PGN").file("application/x-chess-pgn"),
        row(
            Get,
            "/games/{id}/replay?seat",
            "A finished game as one seat knew it at each ply",
        )
        .gives::<Replay>(),
        row(
            Get,
            "/games/{id}/rematch",
            "What may follow a finished game",
        )
        .gives::<RematchOptions>(),
        row(Post, "/games/{id}/rematch", "Proposes or accepts a rematch")
            .takes::<RematchWish>()
            .gives_either::<Created, Proposal>(),
        row(Get, "/dashboard", "One's own games, ratings and results").gives::<Dashboard>(),
        row(Get, "/players/{name}", "A player").gives::<PlayerPage>(),
        row(Get, "/watch", "Public games that run").lists::<GameCard>(),
        row(
            Get,
            "/archive?variant&player&result&speed&rated&from&to&before",
            "Finished public games",
        )
        .gives::<GameList>(),
        row(
            Get,
            "/statistics/{variant}?speed&low&high",
            "Results of a game by what may matter",
        )
        .gives::<Statistics>(),
        row(Get, "/leaderboards/{variant}/{speed}?bots", "Best ratings").lists::<Leader>(),
        row(Get, "/notices", "What one is told").lists::<Notice>(),
        row(Post, "/notices/seen", "Marks notices as seen"),
        row(Get, "/blocks", "Whom one has blocked").lists::<PlayerInfo>(),
        row(Put, "/blocks/{name}", "Blocks a player"),
        row(Delete, "/blocks/{name}", "Ends a block"),
        row(Post, "/reports", "Reports a player to the host").takes::<NewReport>(),
    ]
}

fn accounts() -> Vec<Row> {
    use HttpMethod::{Delete, Get, Post, Put};
    vec![
        row(Post, "/account", "Makes the guest who asks an account")
            .takes::<SignUp>()
            .gives::<SignedUp>(),
        row(Delete, "/account", "Deletes the account").takes::<Secret>(),
        row(Post, "/session", "Signs in")
            .takes::<SignIn>()
            .gives::<Me>(),
        row(Delete, "/session", "Signs out"),
        row(Get, "/sessions", "One's own sessions").lists::<SessionInfo>(),
        row(Delete, "/sessions", "Ends all other sessions"),
        row(Delete, "/sessions/{id}", "Ends a session"),
        row(Post, "/account/password", "Sets another password").takes::<NewPassword>(),
        row(
            Post,
            "/account/recover",
            "Sets another password by a recovery code",
        )
        .takes::<Recover>(),
        row(Post, "/account/reset", "Asks for a link by mail").takes::<ResetWish>(),
        row(
            Post,
            "/account/reset/confirm",
            "Sets another password by a link",
        )
        .takes::<ResetConfirm>(),
        row(Put, "/account/email", "Sets one's mail address")
            .takes::<NewEmail>()
            .gives::<Me>(),
        row(Post, "/account/email/verify", "Verifies one's mail address").takes::<Secret>(),
        row(Post, "/account/vacation", "Goes on vacation, or comes back")
            .takes::<Vacation>()
            .gives::<Me>(),
        row(Get, "/account/export", "All that is kept of one").file(JSON),
        row(Get, "/bots", "Bots of one's own").lists::<BotInfo>(),
        row(Post, "/bots", "A new bot, with its token")
            .takes::<NewBot>()
            .gives::<BotInfo>(),
        row(Delete, "/bots/{id}", "Deletes a bot"),
        row(
            Post,
            "/bots/{id}/token",
            "A new token in place of the old one",
        )
        .gives::<BotInfo>(),
    ]
}

fn lobby() -> Vec<Row> {
    use HttpMethod::{Delete, Get, Post, Put};
    vec![
        row(Get, "/lobby", "Seeks and pools").gives::<Lobby>(),
        row(Post, "/seeks", "An open seek")
            .takes::<NewSeek>()
            .gives::<Proposal>(),
        row(Post, "/challenges", "A challenge, or an invitation by link")
            .takes::<NewChallenge>()
            .gives::<Proposal>(),
        row(Get, "/proposals", "Proposals of and to oneself").lists::<Proposal>(),
        row(Get, "/proposals/{id}", "A proposal").gives::<Proposal>(),
        row(
            Delete,
            "/proposals/{id}",
            "Withdraws or declines a proposal",
        ),
        row(Post, "/proposals/{id}/accept", "Accepts a proposal").gives::<Created>(),
        row(
            Put,
            "/proposals/{id}/commitment",
            "Commits to the deal of the game to be",
        )
        .takes::<Committed>(),
        row(Get, "/pairing", "Where one's wait in a pool stands").gives::<Pairing>(),
        row(Post, "/pairing", "Waits in a pool")
            .takes::<PairingWish>()
            .gives::<Pairing>(),
        row(Delete, "/pairing", "Leaves the pool"),
        row(Post, "/pairing/bot", "Plays the bot that is offered").gives::<Created>(),
        row(Get, "/ws", "What concerns one, as a WebSocket").socket::<UserEvent, UserEvent>(),
        row(
            Get,
            "/stream",
            "What concerns one, a UserEvent a line; blank lines keep it open",
        )
        .streams::<UserEvent>(),
    ]
}

fn described() -> OpenApi {
    let rows = rows();
    let mut components = ComponentsBuilder::new()
        .security_scheme(
            "token",
            SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)),
        )
        .schema(ErrorBody::name(), ErrorBody::schema());
    let mut paths = PathsBuilder::new();
    for row in rows {
        for (name, schema) in &row.schemas {
            components = components.schema(name.clone(), schema.clone());
        }
        let path = row.path.clone();
        paths = paths.path(path, PathItem::new(row.method.clone(), operation(row)));
    }
    OpenApiBuilder::new()
        .info(
            InfoBuilder::new()
                .title("Backrank")
                .version(PROTOCOL.to_string())
                .description(Some(
                    "People sign in with a cookie and send an Origin, programs a bearer token. See docs/protocol.md.",
                ))
                .build(),
        )
        .servers(Some([ServerBuilder::new().url("/api/v1").build()]))
        .paths(paths)
        .components(Some(components.build()))
        .build()
}

fn operation(row: Row) -> OperationBuilder {
    let method = match row.method {
        HttpMethod::Get => "get",
        HttpMethod::Put => "put",
        HttpMethod::Delete => "delete",
        _ => "post",
    };
    let id = format!("{method}_{}", row.path);
    let word = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let id: String = id.chars().map(word).collect();
    let mut operation = OperationBuilder::new()
        .operation_id(Some(id))
        .summary(Some(row.summary))
        .security(SecurityRequirement::default())
        .security(SecurityRequirement::new("token", Vec::<String>::new()));
    let in_path = row.path.split('/').filter_map(|part| {
        part.strip_prefix('{')
            .and_then(|part| part.strip_suffix('}'))
    });
    for name in in_path {
        operation = operation.parameter(
            ParameterBuilder::new()
                .name(name)
                .parameter_in(ParameterIn::Path)
                .required(Required::True)
                .schema(Some(String::schema())),
        );
    }
    for name in row.query {
        operation = operation.parameter(
            ParameterBuilder::new()
                .name(name)
                .parameter_in(ParameterIn::Query)
                .required(Required::False)
                .schema(Some(String::schema())),
        );
    }
    if let Some(body) = row.body {
        let body = RequestBodyBuilder::new()
            .content(JSON, Content::new(Some(body)))
            .required(Some(Required::True));
        operation = operation.request_body(Some(body.build()));
    }
    let (status, response) = match row.answer {
        Answer::Empty => ("204", ResponseBuilder::new().description("Done")),
        Answer::WebSocket => ("101", ResponseBuilder::new().description("A WebSocket")),
        Answer::Of(kind, schema) => (
            "200",
            ResponseBuilder::new()
                .description("Done")
                .content(kind, Content::new(schema.map(|schema| *schema))),
        ),
    };
    let error = ResponseBuilder::new()
        .description("Refused: a code with parameters")
        .content(
            JSON,
            Content::new(Some(Ref::from_schema_name(ErrorBody::name()))),
        );
    operation
        .response(status, response.build())
        .response("4XX", error.build())
}

/// What is optional is absent where there is nothing to say, never `null`.
fn without_null(value: &mut Value) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(without_null),
        Value::Object(object) => {
            if let Some(Value::Array(kinds)) = object.get_mut("type") {
                kinds.retain(|kind| kind != "null");
                if let [kind] = kinds.as_slice() {
                    let kind = kind.clone();
                    object.insert("type".to_owned(), kind);
                }
            }
            if let Some(Value::Array(kinds)) = object.get_mut("oneOf") {
                kinds.retain(|kind| kind.get("type").is_none_or(|kind| kind != "null"));
                if let [Value::Object(only)] = kinds.as_slice() {
                    let only = only.clone();
                    object.remove("oneOf");
                    object.extend(only);
                }
            }
            object.values_mut().for_each(without_null);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    /// Method and path of each `.route(…)` in the sources.
    fn routes() -> BTreeSet<(String, String)> {
        let mut found = BTreeSet::new();
        let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let name = path.file_name().unwrap().to_str().unwrap();
                if path.is_dir() {
                    folders.push(path);
                } else if name.ends_with(".rs") && !matches!(name, "testing.rs" | "serve.rs") {
                    found.extend(routes_in(&std::fs::read_to_string(&path).unwrap()));
                }
            }
        }
        found
    }

    fn routes_in(text: &str) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for part in text.split(".route(").skip(1) {
            let Some((path, rest)) = part
                .trim_start()
                .strip_prefix('"')
                .and_then(|part| part.split_once('"'))
            else {
                continue;
            };
            let mut depth = 1;
            let end = rest.find(|c| {
                depth += match c {
                    '(' => 1,
                    ')' => -1,
                    _ => 0,
                };
                depth == 0
            });
            let handlers = &rest[..end.expect("it is closed")];
            for method in ["get", "post", "put", "delete", "patch"] {
                let call = format!("{method}(");
                let is_word = |at: usize| {
                    !handlers[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':')
                };
                if handlers.match_indices(&call).any(|(at, _)| is_word(at)) {
                    found.push((method.to_owned(), path.to_owned()));
                }
            }
        }
        found
    }

    fn documented() -> BTreeSet<(String, String)> {
        let document = openapi();
        let paths = document["paths"].as_object().unwrap();
        paths
            .iter()
            .flat_map(|(path, methods)| {
                let methods = methods.as_object().unwrap();
                methods.keys().map(|method| (method.clone(), path.clone()))
            })
            .collect()
    }

    #[test]
    fn every_route_is_documented_and_nothing_else() {
        let routes = routes();
        assert!(routes.contains(&("post".to_owned(), "/games/{id}/messages".to_owned())));
        assert_eq!(routes, documented());
    }

    #[test]
    fn every_schema_that_is_referred_to_is_there() {
        fn refs(value: &Value, found: &mut BTreeSet<String>) {
            match value {
                Value::Array(list) => list.iter().for_each(|value| refs(value, found)),
                Value::Object(object) => {
                    if let Some(Value::String(to)) = object.get("$ref") {
                        found.insert(to.clone());
                    }
                    object.values().for_each(|value| refs(value, found));
                }
                _ => {}
            }
        }
        let document = openapi();
        let mut found = BTreeSet::new();
        refs(&document, &mut found);
        assert!(found.len() > 50);
        for name in found {
            let name = name
                .strip_prefix("#/components/schemas/")
                .expect("a schema");
            assert!(
                document["components"]["schemas"].get(name).is_some(),
                "{name}"
            );
        }
    }
}
