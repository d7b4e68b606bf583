//! Starting, serving, and ending well.

use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::routing::get;
use axum::serve::ListenerExt;
use axum_extra::extract::cookie::Key;
use tokio::net::TcpListener;
use tokio::sync::{broadcast, watch};
use tokio::task::JoinHandle;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::account::Attempts;
use crate::account::password::Passwords;
use crate::app::{App, Rates, Shared, Sockets};
use crate::bus::LocalBus;
use crate::catalogue::{Catalogue, CatalogueError};
use crate::clock::now;
use crate::computer::Computers;
use crate::config::Config;
use crate::host::{self, HostWord};
use crate::ids::RowId;
use crate::key::{KeyError, Keys};
use crate::limits::Buckets;
use crate::lobby::conditions::{PoolsError, load_pools};
use crate::lobby::{self, Pairer, Requests};
use crate::mail::{Mail, MailError, MailSettings, send_later};
use crate::people::{digest, news};
use crate::store::{Sealer, Store, StoreError};
use crate::table::Patience;
use crate::table::hub::Hub;
use crate::{account, assets, auth, rest};

/// Largest body of a request.
const BODY: usize = 16 * 1024;
/// Mails that are due are looked for so often.
const MAILS: Duration = Duration::from_secs(10 * 60);
/// How long open connections may take to end.
const GRACE: Duration = Duration::from_secs(5);
/// Who has to go, as far as a connection may lag behind in hearing it.
const EXPELLED: usize = 256;
/// Games in which nothing has happened for too long are looked for so often.
const SWEEP: Duration = Duration::from_secs(60 * 60);

/// Why the server does not run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The data folder cannot be made.
    #[error("{path}: {source}")]
    Data {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The address cannot be used.
    #[error("cannot listen on {listen}: {source}")]
    Listen {
        /// Which.
        listen: SocketAddr,
        /// Why.
        source: std::io::Error,
    },
    /// The key file is missing or wrong.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// A variant file is wrong.
    #[error(transparent)]
    Variants(#[from] CatalogueError),
    /// The file of pools is wrong.
    #[error(transparent)]
    Pools(#[from] PoolsError),
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Mail cannot be sent as it is set up.
    #[error(transparent)]
    Mail(#[from] MailError),
    /// Serving ended by itself.
    #[error("serving: {0}")]
    Io(#[from] std::io::Error),
}

/// A server that has taken its address and not yet begun.
pub struct Server {
    listener: TcpListener,
    app: App,
    router: Router,
    writer: JoinHandle<()>,
    close: watch::Sender<bool>,
    say: watch::Sender<HostWord>,
    requests: Requests,
    /// This run among the runs of the store.
    run: RowId,
}

/// Serves until SIGTERM or ctrl-c, then ends well within 15 seconds.
///
/// # Errors
/// [`ServeError`].
pub async fn serve(config: Config) -> Result<(), ServeError> {
    let server = Server::bind(config).await?;
    tracing::info!(address = %server.address()?, "listening");
    server.run(told_to_stop()).await
}

/// Waits for SIGTERM or ctrl-c.
pub async fn told_to_stop() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
}

impl Server {
    /// Opens the data folder and takes the address.
    ///
    /// # Errors
    /// [`ServeError`].
    pub async fn bind(config: Config) -> Result<Server, ServeError> {
        let computers = Computers::new(config.bots)?;
        let server = Server::bind_with(config, computers).await?;
        server.try_computers().await;
        Ok(server)
    }

    /// Has every computer player move once in every game, and hides those that cannot.
    pub async fn try_computers(&self) {
        let variants = self.app.catalogue.iter().map(|game| &game.variant);
        self.app.computers.try_all(variants).await;
    }

    /// As [`Server::bind`], with other computer players.
    ///
    /// # Errors
    /// [`ServeError`].
    pub async fn bind_with(config: Config, computers: Computers) -> Result<Server, ServeError> {
        let metrics = crate::metrics::install();
        let catalogue = Arc::new(Catalogue::load(&config.variants)?);
        std::fs::create_dir_all(&config.data).map_err(|source| ServeError::Data {
            path: config.data.clone(),
            source,
        })?;
        let database = config.database();
        let key_file = config.data.join("key");
        let may_make_key = !Store::has_games(&database).await?;
        let keys = Keys::open(&key_file, may_make_key)?;
        let (store, writer) = Store::open(&database, Sealer::new(keys.seal())).await?;
        if store.fact("key", &keys.mark()).await? != keys.mark() {
            return Err(KeyError::Wrong { path: key_file }.into());
        }
        let mailer = config.mail.as_ref().map(MailSettings::mailer).transpose()?;
        // Whatever restart was near, this is it.
        host::set_restart(&store, None).await?;
        let (say, said) = watch::channel(HostWord::read(&store).await?);
        let (close, closing) = watch::channel(false);
        let patience = Patience {
            open: i64::try_from(config.open_timeout.as_millis()).unwrap_or(i64::MAX / 2),
            ..Patience::default()
        };
        let hub = Hub::new(
            store.clone(),
            catalogue.clone(),
            computers.clone(),
            patience,
            closing.clone(),
        );
        let began = now();
        let run = store.start_run(began).await?;
        hub.ran(store.downtimes(0).await?, began);
        let listener =
            TcpListener::bind(config.listen)
                .await
                .map_err(|source| ServeError::Listen {
                    listen: config.listen,
                    source,
                })?;
        let pools = load_pools(&catalogue, config.pools.as_deref())?;
        let (pairer, requests) = Pairer::new();
        let app = App::new(Shared {
            bus: Arc::new(LocalBus::default()),
            pools,
            pairer,
            rates: Rates::new(&config.limits),
            mails_to: Buckets::new(config.limits.mails),
            exports: Buckets::new(config.limits.exports),
            attempts: Attempts::default(),
            passwords: Passwords::default(),
            mailer,
            host: said,
            expelled: broadcast::channel(EXPELLED).0,
            message_rate: Buckets::new(config.limits.messages),
            game_rate: Buckets::new(config.limits.games),
            config,
            catalogue,
            computers,
            store,
            hub,
            cookie_key: Key::derive_from(keys.cookie()),
            metrics,
            closing,
            sockets: Sockets::default(),
        });
        let router = router(app.clone());
        Ok(Server {
            listener,
            app,
            router,
            writer,
            close,
            say,
            requests,
            run,
        })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// If the system does not say.
    pub fn address(&self) -> Result<SocketAddr, ServeError> {
        Ok(self.listener.local_addr()?)
    }

    /// Serves until `stop` is done; then connections are told, tables end, and everything is written.
    ///
    /// # Errors
    /// [`ServeError::Io`].
    pub async fn run(
        self,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        let Server {
            listener,
            app,
            router,
            writer,
            close,
            say,
            requests,
            run,
        } = self;
        let chores = [
            tokio::spawn(chores(app.clone(), run.clone())),
            tokio::spawn(lobby::run(app.clone(), requests)),
            tokio::spawn(news::run(app.clone())),
        ];
        let look = tokio::spawn(host::look(app.clone(), say));
        let warm = app.clone();
        // Counting the start arrays of every set takes a moment, which no request should wait for.
        tokio::task::spawn_blocking(move || {
            warm.catalogue.iter().for_each(|game| {
                game.info();
            })
        });
        let mut closing = app.closing.clone();
        let store = app.store.clone();
        tokio::spawn(async move {
            stop.await;
            beat(&store, &run).await;
            // What holds the store keeps the server from its end.
            drop(store);
            close.send_replace(true);
            // Kept until the end, so that whoever looks still sees it.
            close.closed().await;
        });
        let service = router.into_make_service_with_connect_info::<SocketAddr>();
        let mut ended = app.closing.clone();
        let idle_timeout = app.config.idle_timeout;
        // Frames are small and follow one another: none may wait until the one before is acknowledged.
        let listener = listener.tap_io(move |stream| {
            if let Err(error) = stream.set_nodelay(true) {
                tracing::debug!(%error, "a connection delays what is small");
            }
            // Whoever takes nothing for so long is gone, or reads too slowly.
            #[cfg(target_os = "linux")]
            if let Err(error) =
                socket2::SockRef::from(&*stream).set_tcp_user_timeout(Some(idle_timeout))
            {
                tracing::debug!(%error, "a connection may hang for long");
            }
        });
        let serving = axum::serve(listener, service).with_graceful_shutdown(async move {
            let _ = closing.wait_for(|&closing| closing).await;
        });
        let overdue = async {
            let _ = ended.wait_for(|&closing| closing).await;
            tokio::time::sleep(GRACE).await;
        };
        tokio::select! {
            result = serving => result?,
            () = overdue => tracing::warn!("some requests did not end in time"),
        }
        chores.iter().for_each(JoinHandle::abort);
        look.abort();
        let all_gone = async {
            while app.sockets.open() > 0 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            app.hub.ended().await;
        };
        if tokio::time::timeout(GRACE, all_gone).await.is_err() {
            tracing::warn!("some connections did not end in time");
        }
        if tokio::time::timeout(Duration::from_secs(2), app.store.pool().close())
            .await
            .is_err()
        {
            tracing::warn!("the store is still being read");
        }
        drop(app);
        if tokio::time::timeout(Duration::from_secs(2), writer)
            .await
            .is_err()
        {
            tracing::warn!("the store is still open somewhere");
        }
        Ok(())
    }
}

/// Notes that the server runs: nobody's clock is charged for longer than that.
async fn beat(store: &Store, run: &RowId) {
    if let Err(error) = store.beat(run, now()).await {
        tracing::error!(%error, "noting that the server runs");
    }
}

/// What is to be done now and then.
async fn chores(app: App, run: RowId) {
    let mut sweep = tokio::time::interval(SWEEP);
    let mut upkeep = tokio::time::interval(Duration::from_secs(5));
    let mut second = tokio::time::interval(Duration::from_secs(1));
    let mut mails = tokio::time::interval(MAILS);
    loop {
        tokio::select! {
            _ = second.tick() => {
                beat(&app.store, &run).await;
                if let Err(error) = app.hub.tick().await {
                    tracing::error!(%error, "looking for games whose time is up");
                }
            }
            _ = sweep.tick() => {
                if let Err(error) = app.hub.sweep().await {
                    tracing::error!(%error, "looking for idle games");
                }
                let at = now();
                let unused_since = at - account::SESSION_FOR;
                if let Err(error) = app.store.forget_old_credentials(unused_since, at).await {
                    tracing::error!(%error, "forgetting old sessions");
                }
            }
            _ = mails.tick() => {
                if let Err(error) = send_digests(&app).await {
                    tracing::error!(%error, "mailing notices");
                }
            }
            _ = upkeep.tick() => {
                if let Some(metrics) = &app.metrics {
                    metrics.run_upkeep();
                }
            }
        }
    }
}

/// Mails unseen notices, where the host has set up mail.
async fn send_digests(app: &App) -> Result<(), StoreError> {
    let Some(mailer) = &app.mailer else {
        return Ok(());
    };
    for letter in digest::letters(&app.store, &app.config.link(""), now()).await? {
        let digest::Letter { to, subject, text } = letter;
        send_later(mailer, Mail { to, subject, text });
    }
    Ok(())
}

fn router(app: App) -> Router {
    let header =
        |name, value| SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value));
    let guard = axum::middleware::from_fn_with_state(app.clone(), auth::guard);
    let api = rest::router()
        .merge(account::router())
        .layer(guard)
        .layer(header(header::CACHE_CONTROL, "no-store"));
    Router::new()
        .nest("/api/v1", api)
        .route("/healthz", get(healthz))
        .route("/metrics", get(show_metrics))
        .fallback(assets::client)
        .layer(CompressionLayer::new())
        .layer(RequestBodyLimitLayer::new(BODY))
        .layer(header(
            header::CONTENT_SECURITY_POLICY,
            "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; \
             object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        ))
        .layer(header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(header::X_FRAME_OPTIONS, "DENY"))
        .layer(header(header::REFERRER_POLICY, "same-origin"))
        .layer(CatchPanicLayer::new())
        .layer(axum::middleware::from_fn(crate::error::as_body))
        .layer(axum::middleware::from_fn(crate::requests::traced))
        .with_state(app)
}

async fn healthz() -> &'static str {
    "ok"
}

async fn show_metrics(State(app): State<App>) -> String {
    app.metrics
        .as_ref()
        .map(metrics_exporter_prometheus::PrometheusHandle::render)
        .unwrap_or_default()
}
