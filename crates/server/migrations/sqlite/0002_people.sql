-- Playing each other: accounts, lobby, clocks, ratings, notices. Flags are 0 or 1, times UTC milliseconds, as everywhere.

ALTER TABLE players ADD COLUMN kind TEXT NOT NULL DEFAULT 'guest';
ALTER TABLE players ADD COLUMN lookup TEXT;              -- the name in lower case; NULL for guests
ALTER TABLE players ADD COLUMN password TEXT;            -- argon2id, PHC form
ALTER TABLE players ADD COLUMN email TEXT;
ALTER TABLE players ADD COLUMN email_verified INTEGER NOT NULL DEFAULT 0;
ALTER TABLE players ADD COLUMN owner TEXT REFERENCES players (id);   -- whose bot it is
ALTER TABLE players ADD COLUMN language TEXT;
ALTER TABLE players ADD COLUMN banned_until INTEGER;
ALTER TABLE players ADD COLUMN vacation_until INTEGER;
ALTER TABLE players ADD COLUMN vacation_left INTEGER NOT NULL DEFAULT 0;   -- days
ALTER TABLE players ADD COLUMN digest_at INTEGER;        -- when notices were last sent by mail
ALTER TABLE players ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX players_lookup ON players (lookup);
CREATE INDEX players_of_owner ON players (owner) WHERE owner IS NOT NULL;

-- A column cannot lose its NOT NULL, so the table is made anew. The computer is no row of players.
CREATE TABLE new_games (
    id                 TEXT PRIMARY KEY,
    variant            TEXT NOT NULL,
    digest             TEXT NOT NULL REFERENCES variant_texts (digest),
    rules_version      INTEGER NOT NULL,
    first              TEXT NOT NULL,        -- in the order of joining: a player, or 'computer'
    first_name         TEXT NOT NULL,
    first_kind         TEXT NOT NULL,
    first_rating       INTEGER,              -- at the start, as shown
    first_provisional  INTEGER NOT NULL DEFAULT 0,
    second             TEXT NOT NULL,
    second_name        TEXT NOT NULL,
    second_kind        TEXT NOT NULL,
    second_rating      INTEGER,
    second_provisional INTEGER NOT NULL DEFAULT 0,
    level              INTEGER,              -- of the computer
    white              TEXT,                 -- first or second; NULL until it is dealt
    black              TEXT,
    clock              TEXT NOT NULL,        -- JSON
    speed              TEXT NOT NULL,
    rated              INTEGER NOT NULL,
    private            INTEGER NOT NULL,
    pool               TEXT NOT NULL,        -- of ratings: 'people' or 'bots'
    phase              TEXT NOT NULL,
    result             TEXT,                 -- no list of allowed values: the wire types have the one list
    reason             TEXT,
    fault              TEXT,                 -- first or second, where somebody is to blame
    ply                INTEGER NOT NULL DEFAULT 0,
    turn               TEXT,
    fen                TEXT NOT NULL DEFAULT '',   -- what everybody sees, nothing else
    number             INTEGER,              -- of the start array, where everybody sees it
    opening            TEXT NOT NULL DEFAULT '',   -- first actions as everybody sees them
    first_action       TEXT,                 -- the first of them
    deadline           INTEGER,              -- when something happens although nobody acts
    created            INTEGER NOT NULL,
    updated            INTEGER NOT NULL,
    ended              INTEGER
) STRICT;
INSERT INTO new_games (id, variant, digest, rules_version, first, first_name, first_kind, second, second_name, second_kind,
                       level, white, black, clock, speed, rated, private, pool, phase, result, reason, created, updated,
                       ended)
    SELECT g.id, g.variant, g.digest, g.rules_version, g.player, p.name, p.kind, 'computer', 'Computer', 'computer',
           g.level, CASE g.seat WHEN 'white' THEN g.player WHEN 'black' THEN 'computer' END,
           CASE g.seat WHEN 'white' THEN 'computer' WHEN 'black' THEN g.player END,
           '{"kind":"untimed"}', 'untimed', 0, 0, 'bots', g.phase, g.result, g.reason, g.created, g.updated,
           CASE g.phase WHEN 'over' THEN g.updated END
    FROM games g JOIN players p ON p.id = g.player;
DROP TABLE games;
ALTER TABLE new_games RENAME TO games;
CREATE INDEX games_of_first ON games (first, created DESC);
CREATE INDEX games_of_second ON games (second, created DESC);
CREATE INDEX games_idle ON games (updated) WHERE phase <> 'over';
CREATE INDEX games_deadline ON games (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX games_ended ON games (ended DESC, id DESC) WHERE ended IS NOT NULL;
CREATE INDEX games_ended_of_variant ON games (variant, ended DESC, id DESC) WHERE ended IS NOT NULL;

CREATE TABLE sessions (
    id      TEXT PRIMARY KEY,                -- public
    hash    TEXT NOT NULL UNIQUE,            -- SHA-256 of the cookie's secret, hex
    player  TEXT NOT NULL REFERENCES players (id),
    created INTEGER NOT NULL,
    seen    INTEGER NOT NULL,
    agent   TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_of_player ON sessions (player);

CREATE TABLE tokens (
    id      TEXT PRIMARY KEY,
    hash    TEXT NOT NULL UNIQUE,
    player  TEXT NOT NULL REFERENCES players (id),
    name    TEXT NOT NULL,
    created INTEGER NOT NULL,
    seen    INTEGER NOT NULL
) STRICT;
CREATE INDEX tokens_of_player ON tokens (player);

-- A used code is deleted.
CREATE TABLE recovery (
    player TEXT NOT NULL REFERENCES players (id),
    hash   TEXT NOT NULL,
    PRIMARY KEY (player, hash)
) STRICT;

-- Links that are sent by mail or given out by the host; each is good once.
CREATE TABLE links (
    hash    TEXT PRIMARY KEY,
    player  TEXT NOT NULL REFERENCES players (id),
    purpose TEXT NOT NULL,
    email   TEXT,
    expires INTEGER NOT NULL
) STRICT;

CREATE TABLE seeks (
    id            TEXT PRIMARY KEY,          -- also of the game that it becomes
    player        TEXT NOT NULL REFERENCES players (id),
    kind          TEXT NOT NULL,
    opponent      TEXT,
    variant       TEXT NOT NULL,
    clock         TEXT NOT NULL,
    rated         INTEGER NOT NULL,
    colour        TEXT NOT NULL,
    lowest        INTEGER,
    highest       INTEGER,
    set_name      TEXT,
    number        INTEGER,
    commitment    TEXT,
    previous_game TEXT,
    created       INTEGER NOT NULL,
    expires       INTEGER
) STRICT;
CREATE INDEX seeks_of_player ON seeks (player);
CREATE INDEX seeks_of_opponent ON seeks (opponent) WHERE opponent IS NOT NULL;

-- The computer's player is 'computer-' and its level.
CREATE TABLE ratings (
    player     TEXT NOT NULL,
    variant    TEXT NOT NULL,
    speed      TEXT NOT NULL,
    pool       TEXT NOT NULL,
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    games      INTEGER NOT NULL,
    updated    INTEGER NOT NULL,
    PRIMARY KEY (player, variant, speed, pool)
) STRICT;
CREATE INDEX ratings_best ON ratings (variant, speed, pool, rating DESC);

CREATE TABLE rating_history (
    player    TEXT NOT NULL,
    variant   TEXT NOT NULL,
    speed     TEXT NOT NULL,
    pool      TEXT NOT NULL,
    game      TEXT NOT NULL,
    at        INTEGER NOT NULL,
    rating    REAL NOT NULL,
    deviation REAL NOT NULL,
    PRIMARY KEY (player, variant, speed, pool, game)
) STRICT;
CREATE INDEX rating_history_at ON rating_history (player, variant, speed, pool, at);

-- The unique key makes each notice appear once, however often it is written.
CREATE TABLE notices (
    id     TEXT PRIMARY KEY,
    player TEXT NOT NULL REFERENCES players (id),
    kind   TEXT NOT NULL,
    game   TEXT NOT NULL,                    -- '' where it is about none
    ply    INTEGER NOT NULL,
    name   TEXT,                             -- the other player's
    at     INTEGER NOT NULL,
    seen   INTEGER NOT NULL DEFAULT 0,
    mailed INTEGER NOT NULL DEFAULT 0,
    UNIQUE (player, kind, game, ply)
) STRICT;
CREATE INDEX notices_of_player ON notices (player, at DESC);

CREATE TABLE blocks (
    player  TEXT NOT NULL REFERENCES players (id),
    blocked TEXT NOT NULL REFERENCES players (id),
    PRIMARY KEY (player, blocked)
) STRICT;
CREATE INDEX blocks_of_blocked ON blocks (blocked);

CREATE TABLE reports (
    id     TEXT PRIMARY KEY,
    by     TEXT NOT NULL REFERENCES players (id),
    about  TEXT NOT NULL REFERENCES players (id),
    game   TEXT,
    reason TEXT NOT NULL,
    text   TEXT NOT NULL,
    at     INTEGER NOT NULL,
    closed INTEGER                           -- when; NULL while it is open
) STRICT;

CREATE TABLE announcements (
    id    TEXT PRIMARY KEY,
    text  TEXT NOT NULL,
    at    INTEGER NOT NULL,
    until INTEGER
) STRICT;

-- One row for each run of the server; seen is written each second, so the time between runs is known.
CREATE TABLE runs (
    id      TEXT PRIMARY KEY,
    started INTEGER NOT NULL,
    seen    INTEGER NOT NULL
) STRICT;
