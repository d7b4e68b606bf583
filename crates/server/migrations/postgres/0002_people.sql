-- The same form as SQLite's has after its migration of the same number. PostgreSQL was not spoken before it.

-- Public facts of this database: which key it is sealed with.
CREATE TABLE facts (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- A guest is a player without credentials.
CREATE TABLE players (
    id             TEXT PRIMARY KEY,
    name           TEXT NOT NULL,
    created        BIGINT NOT NULL,              -- UTC milliseconds, as everywhere
    kind           TEXT NOT NULL DEFAULT 'guest',
    lookup         TEXT,                         -- the name in lower case; NULL for guests
    password       TEXT,                         -- argon2id, PHC form
    email          TEXT,
    email_verified BIGINT NOT NULL DEFAULT 0,
    owner          TEXT REFERENCES players (id), -- whose bot it is
    language       TEXT,
    banned_until   BIGINT,
    vacation_until BIGINT,
    vacation_left  BIGINT NOT NULL DEFAULT 0,    -- days
    digest_at      BIGINT,                       -- when notices were last sent by mail
    seen           BIGINT NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX players_lookup ON players (lookup);
CREATE INDEX players_of_owner ON players (owner) WHERE owner IS NOT NULL;

-- The files of every variant that a game was played under, so that finished games replay as recorded.
CREATE TABLE variant_texts (
    digest TEXT PRIMARY KEY,          -- SHA-256 of the texts, the base first, joined by a line feed
    id     TEXT NOT NULL,
    parts  TEXT NOT NULL              -- JSON: [[file name, text], …], the base first
);

-- What may be known of a game without its key. No secret goes in here.
CREATE TABLE games (
    id                 TEXT PRIMARY KEY,
    variant            TEXT NOT NULL,
    digest             TEXT NOT NULL REFERENCES variant_texts (digest),
    rules_version      BIGINT NOT NULL,
    first              TEXT NOT NULL,        -- in the order of joining: a player, or 'computer'
    first_name         TEXT NOT NULL,
    first_kind         TEXT NOT NULL,
    first_rating       BIGINT,              -- at the start, as shown
    first_provisional  BIGINT NOT NULL DEFAULT 0,
    second             TEXT NOT NULL,
    second_name        TEXT NOT NULL,
    second_kind        TEXT NOT NULL,
    second_rating      BIGINT,
    second_provisional BIGINT NOT NULL DEFAULT 0,
    level              BIGINT,              -- of the computer
    white              TEXT,                 -- first or second; NULL until it is dealt
    black              TEXT,
    clock              TEXT NOT NULL,        -- JSON
    speed              TEXT NOT NULL,
    rated              BIGINT NOT NULL,
    private            BIGINT NOT NULL,
    pool               TEXT NOT NULL,        -- of ratings: 'people' or 'bots'
    phase              TEXT NOT NULL,
    result             TEXT,                 -- no list of allowed values: the wire types have the one list
    reason             TEXT,
    fault              TEXT,                 -- first or second, where somebody is to blame
    ply                BIGINT NOT NULL DEFAULT 0,
    turn               TEXT,
    fen                TEXT NOT NULL DEFAULT '',   -- what everybody sees, nothing else
    number             BIGINT,              -- of the start array, where everybody sees it
    opening            TEXT NOT NULL DEFAULT '',   -- first actions as everybody sees them
    first_action       TEXT,                 -- the first of them
    deadline           BIGINT,              -- when something happens although nobody acts
    created            BIGINT NOT NULL,
    updated            BIGINT NOT NULL,
    ended              BIGINT
);
CREATE INDEX games_of_first ON games (first, created DESC);
CREATE INDEX games_of_second ON games (second, created DESC);
CREATE INDEX games_idle ON games (updated) WHERE phase <> 'over';
CREATE INDEX games_deadline ON games (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX games_ended ON games (ended DESC, id DESC) WHERE ended IS NOT NULL;
CREATE INDEX games_ended_of_variant ON games (variant, ended DESC, id DESC) WHERE ended IS NOT NULL;

-- The event log, sealed. The primary key is the guard against two owners of one game.
CREATE TABLE events (
    game    TEXT NOT NULL REFERENCES games (id),
    seq     BIGINT NOT NULL,         -- 0, 1, 2 …
    payload BYTEA NOT NULL,
    PRIMARY KEY (game, seq)
);

CREATE TABLE sessions (
    id      TEXT PRIMARY KEY,                -- public
    hash    TEXT NOT NULL UNIQUE,            -- SHA-256 of the cookie's secret, hex
    player  TEXT NOT NULL REFERENCES players (id),
    created BIGINT NOT NULL,
    seen    BIGINT NOT NULL,
    agent   TEXT NOT NULL
);
CREATE INDEX sessions_of_player ON sessions (player);

CREATE TABLE tokens (
    id      TEXT PRIMARY KEY,
    hash    TEXT NOT NULL UNIQUE,
    player  TEXT NOT NULL REFERENCES players (id),
    name    TEXT NOT NULL,
    created BIGINT NOT NULL,
    seen    BIGINT NOT NULL
);
CREATE INDEX tokens_of_player ON tokens (player);

-- A used code is deleted.
CREATE TABLE recovery (
    player TEXT NOT NULL REFERENCES players (id),
    hash   TEXT NOT NULL,
    PRIMARY KEY (player, hash)
);

-- Links that are sent by mail or given out by the host; each is good once.
CREATE TABLE links (
    hash    TEXT PRIMARY KEY,
    player  TEXT NOT NULL REFERENCES players (id),
    purpose TEXT NOT NULL,
    email   TEXT,
    expires BIGINT NOT NULL
);

CREATE TABLE seeks (
    id            TEXT PRIMARY KEY,          -- also of the game that it becomes
    player        TEXT NOT NULL REFERENCES players (id),
    kind          TEXT NOT NULL,
    opponent      TEXT,
    variant       TEXT NOT NULL,
    clock         TEXT NOT NULL,
    rated         BIGINT NOT NULL,
    colour        TEXT NOT NULL,
    lowest        BIGINT,
    highest       BIGINT,
    set_name      TEXT,
    number        BIGINT,
    commitment    TEXT,
    previous_game TEXT,
    created       BIGINT NOT NULL,
    expires       BIGINT
);
CREATE INDEX seeks_of_player ON seeks (player);
CREATE INDEX seeks_of_opponent ON seeks (opponent) WHERE opponent IS NOT NULL;

-- The computer's player is 'computer-' and its level.
CREATE TABLE ratings (
    player     TEXT NOT NULL,
    variant    TEXT NOT NULL,
    speed      TEXT NOT NULL,
    pool       TEXT NOT NULL,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games      BIGINT NOT NULL,
    updated    BIGINT NOT NULL,
    PRIMARY KEY (player, variant, speed, pool)
);
CREATE INDEX ratings_best ON ratings (variant, speed, pool, rating DESC);

CREATE TABLE rating_history (
    player    TEXT NOT NULL,
    variant   TEXT NOT NULL,
    speed     TEXT NOT NULL,
    pool      TEXT NOT NULL,
    game      TEXT NOT NULL,
    at        BIGINT NOT NULL,
    rating    DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (player, variant, speed, pool, game)
);
CREATE INDEX rating_history_at ON rating_history (player, variant, speed, pool, at);

-- The unique key makes each notice appear once, however often it is written.
CREATE TABLE notices (
    id     TEXT PRIMARY KEY,
    player TEXT NOT NULL REFERENCES players (id),
    kind   TEXT NOT NULL,
    game   TEXT NOT NULL,                    -- '' where it is about none
    ply    BIGINT NOT NULL,
    name   TEXT,                             -- the other player's
    at     BIGINT NOT NULL,
    seen   BIGINT NOT NULL DEFAULT 0,
    mailed BIGINT NOT NULL DEFAULT 0,
    UNIQUE (player, kind, game, ply)
);
CREATE INDEX notices_of_player ON notices (player, at DESC);

CREATE TABLE blocks (
    player  TEXT NOT NULL REFERENCES players (id),
    blocked TEXT NOT NULL REFERENCES players (id),
    PRIMARY KEY (player, blocked)
);
CREATE INDEX blocks_of_blocked ON blocks (blocked);

CREATE TABLE reports (
    id     TEXT PRIMARY KEY,
    by     TEXT NOT NULL REFERENCES players (id),
    about  TEXT NOT NULL REFERENCES players (id),
    game   TEXT,
    reason TEXT NOT NULL,
    text   TEXT NOT NULL,
    at     BIGINT NOT NULL,
    closed BIGINT                           -- when; NULL while it is open
);

CREATE TABLE announcements (
    id    TEXT PRIMARY KEY,
    text  TEXT NOT NULL,
    at    BIGINT NOT NULL,
    until BIGINT
);

-- One row for each run of the server; seen is written each second, so the time between runs is known.
CREATE TABLE runs (
    id      TEXT PRIMARY KEY,
    started BIGINT NOT NULL,
    seen    BIGINT NOT NULL
);
