-- Public facts of this database: which key it is sealed with.
CREATE TABLE facts (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

-- A guest is a player without credentials.
CREATE TABLE players (
    id      TEXT PRIMARY KEY,
    name    TEXT NOT NULL,
    created INTEGER NOT NULL          -- UTC milliseconds, as everywhere
) STRICT;

-- The files of every variant that a game was played under, so that finished games replay as recorded.
CREATE TABLE variant_texts (
    digest TEXT PRIMARY KEY,          -- SHA-256 of the texts, the base first, joined by a line feed
    id     TEXT NOT NULL,
    parts  TEXT NOT NULL              -- JSON: [[file name, text], …], the base first
) STRICT;

-- What may be known of a game without its key. No secret goes in here.
CREATE TABLE games (
    id            TEXT PRIMARY KEY,
    variant       TEXT NOT NULL,
    digest        TEXT NOT NULL REFERENCES variant_texts (digest),
    rules_version INTEGER NOT NULL,
    player        TEXT NOT NULL REFERENCES players (id),
    seat          TEXT,               -- NULL until it is dealt
    level         INTEGER NOT NULL,
    phase         TEXT NOT NULL,
    result        TEXT,               -- no list of allowed values: wire.rs has the one list
    reason        TEXT,
    created       INTEGER NOT NULL,
    updated       INTEGER NOT NULL
) STRICT;
CREATE INDEX games_of_player ON games (player, created DESC);
CREATE INDEX games_idle ON games (updated) WHERE phase <> 'over';

-- The event log, sealed. The primary key is the guard against two owners of one game.
CREATE TABLE events (
    game    TEXT NOT NULL REFERENCES games (id),
    seq     INTEGER NOT NULL,         -- 0, 1, 2 …
    payload BLOB NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
