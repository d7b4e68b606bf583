-- Why somebody is banned, and the year that the days of vacation are of.
ALTER TABLE players ADD COLUMN ban_reason TEXT;
ALTER TABLE players ADD COLUMN vacation_year BIGINT NOT NULL DEFAULT 0;
