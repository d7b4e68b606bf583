//! Each request has an id, which its answer and its lines in the log carry.

use std::time::Instant;

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

use crate::ids::RowId;

/// The header with the id.
const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// Gives a request its id. Neither query, headers nor body are logged: they hold secrets.
pub async fn traced(request: Request, next: Next) -> Response {
    let id = RowId::random().map_or_else(|_| String::new(), |id| id.to_string());
    let span = tracing::info_span!(
        "request",
        id,
        method = %request.method(),
        path = request.uri().path(),
    );
    let begun = Instant::now();
    let mut response = async {
        let response = next.run(request).await;
        tracing::debug!(
            status = response.status().as_u16(),
            micros = u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX),
            "answered"
        );
        response
    }
    .instrument(span)
    .await;
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(HEADER, id);
    }
    response
}
