//! The web client and the rules pages, taken into the program when it is built.

use std::collections::HashMap;
use std::sync::OnceLock;

use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use sha2::{Digest, Sha256};

use crate::error::{ApiError, Code};

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

const NO_CLIENT: &str = "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width\">
<title>Backrank</title>
<h1>Backrank</h1>
<p>This server was built without its web client. To build both, run <code>cargo xtask serve</code> in the project's folder;
it needs Node.</p>
<p>The API is at <code>/api/v1</code>.</p>
";

struct Asset {
    bytes: &'static [u8],
    kind: &'static str,
    tag: String,
}

fn assets() -> &'static HashMap<&'static str, Asset> {
    static ASSETS: OnceLock<HashMap<&'static str, Asset>> = OnceLock::new();
    ASSETS.get_or_init(|| {
        CLIENT
            .iter()
            .map(|&(path, bytes)| {
                let hash = Sha256::digest(bytes);
                let asset = Asset {
                    bytes,
                    kind: kind_of(path),
                    tag: format!("\"{}\"", bs58::encode(&hash[..12]).into_string()),
                };
                (path, asset)
            })
            .collect()
    })
}

fn kind_of(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webp") => "image/webp",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("wasm") => "application/wasm",
        Some("mp3") => "audio/mpeg",
        Some("ogg") => "audio/ogg",
        Some("txt" | "ftl") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Everything outside the API: the client's files, and its page for any other address.
pub async fn client(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return ApiError::from(Code::NotFound).into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        let allow = [(header::ALLOW, "GET,HEAD")];
        let body = ApiError::from(Code::NotFound);
        return (StatusCode::METHOD_NOT_ALLOWED, allow, body).into_response();
    }
    if let Some(asset) = assets().get(path) {
        return send(path, asset, &headers);
    }
    // A file that is not there is not a page of the client.
    if path.starts_with("assets/") {
        return ApiError::from(Code::NotFound).into_response();
    }
    match assets().get("index.html") {
        Some(page) => send("index.html", page, &headers),
        None => (StatusCode::OK, Html(NO_CLIENT)).into_response(),
    }
}

fn send(path: &str, asset: &Asset, headers: &HeaderMap) -> Response {
    // Names below assets/ carry a hash of the content, so they can be kept for ever.
    let caching = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let known = headers
        .get(header::IF_NONE_MATCH)
        .is_some_and(|tag| tag.as_bytes() == asset.tag.as_bytes());
    let mut response = if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        asset.bytes.into_response()
    };
    let own = response.headers_mut();
    own.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.kind));
    own.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    if let Ok(tag) = HeaderValue::from_str(&asset.tag) {
        own.insert(header::ETAG, tag);
    }
    response
}
