//! Counts for the host, at `/metrics`. None of them tells anything of a single game.

use std::sync::OnceLock;

use metrics::{describe_counter, describe_gauge, describe_histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

const SECONDS: [f64; 10] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.0,
];

/// Starts counting; several servers of one process share the counts.
pub fn install() -> Option<PrometheusHandle> {
    static HANDLE: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    HANDLE.get_or_init(start).clone()
}

fn start() -> Option<PrometheusHandle> {
    let handle = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS)
        .and_then(|builder| builder.install_recorder())
        .inspect_err(|error| tracing::warn!(%error, "no metrics"))
        .ok()?;
    describe_counter!("backrank_games_created_total", "Games made, by variant");
    describe_counter!("backrank_games_ended_total", "Games ended, by variant");
    describe_counter!("backrank_moves_total", "Actions played, by variant");
    describe_counter!("backrank_guests_total", "Guests made");
    describe_counter!("backrank_messages_total", "WebSocket messages received");
    describe_counter!(
        "backrank_slow_readers_total",
        "Connections closed because their queue was full"
    );
    describe_gauge!("backrank_connections", "Open WebSockets");
    describe_gauge!("backrank_tables_awake", "Games in memory");
    describe_histogram!("backrank_append_seconds", "Time of one durable transaction");
    describe_histogram!("backrank_append_batch_size", "Appends in one transaction");
    describe_histogram!(
        "backrank_think_seconds",
        "Time of one action of a computer player"
    );
    Some(handle)
}
