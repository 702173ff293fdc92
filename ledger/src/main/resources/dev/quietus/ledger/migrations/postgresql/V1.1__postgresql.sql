-- What only a store with several writers needs.

-- Places in the order of writing. An event gets its own when it is written, last of all in its
-- transaction; other rows get theirs from a block that their transaction takes.
CREATE SEQUENCE event_place;
CREATE SEQUENCE row_place INCREMENT BY 1000;

-- One row for each transaction that writes, and soon removed again: whether a commit whose answer
-- was lost took place is told by its mark, which can be written only once.
CREATE TABLE commit_mark (
    mark       VARCHAR(64) NOT NULL,
    written_at BIGINT      NOT NULL,
    CONSTRAINT commit_mark_key PRIMARY KEY (mark)
);

CREATE INDEX commit_mark_oldest ON commit_mark (written_at);

-- Whose tables these are; and a row that can be locked, so that freezing and registering a root
-- run follow one another.
INSERT INTO setting (name, content) VALUES ('ledger', 'quietus');
INSERT INTO setting (name, content) VALUES ('frozen', 'false');
-- Every place of an event up to this one is decided: an event is there, or never will be.
INSERT INTO setting (name, content) VALUES ('decided_place', '0');
