//! Bodies of requests.

use axum::Json;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use serde::de::DeserializeOwned;

use crate::error::{ApiError, Code};

/// A JSON body. What does not fit is `bad_message`.
#[derive(Debug, Clone)]
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, ApiError> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(body)) => Ok(Body(body)),
            // Why is not told: it could repeat a password.
            Err(refused) => Err(match refused.status() {
                StatusCode::PAYLOAD_TOO_LARGE => Code::TooLarge.into(),
                _ => Code::BadMessage.into(),
            }),
        }
    }
}
