PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE heads (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, start TEXT NOT NULL, rules INTEGER NOT NULL,
        library TEXT NOT NULL, made INTEGER NOT NULL, cards TEXT NOT NULL,
        changed INTEGER NOT NULL UNIQUE
    );
INSERT INTO "heads" VALUES('evening','monopoly','Monopoly record 1
[Seed "7"]
[Seat-0 "person"]
[Seat-1 "simple"]
[Rules "1"]
edition: Playable edition (public names and prices; the rest is invented)
numbers: 50d89e6962e1b477 sample
variant: offers 3, castles full
turn: 0
cash: 30 30
spaces: 0 0
tries in jail: - -
deeds:
jail cards: - / -
under the deck:
out:
deck: 20 30 27 18 5 16 21 6 22 13 12 1 3 8 29 19 2 17 31 15 23 14 11 25 0 28 9 7 4 26 24 10
throws:
seed: 7
',1,'1.0.0rc1',1800000000000,'',8);
CREATE TABLE log (
        table_id TEXT NOT NULL REFERENCES heads, number INTEGER NOT NULL, kind TEXT NOT NULL,
        seat INTEGER, text TEXT NOT NULL, "by" TEXT NOT NULL, made INTEGER NOT NULL,
        PRIMARY KEY (table_id, number)
    );
INSERT INTO "log" VALUES('evening',1,'sit',0,'Ada','ada',1800000000000);
INSERT INTO "log" VALUES('evening',2,'move',0,'pass','ada',1800000000000);
INSERT INTO "log" VALUES('evening',3,'move',0,'buy','ada',1800000000000);
INSERT INTO "log" VALUES('evening',4,'move',1,'stand-by','ada',1800000000000);
INSERT INTO "log" VALUES('evening',5,'move',0,'mortgage 5','ada',1800000000000);
INSERT INTO "log" VALUES('evening',6,'move',1,'stand-by','ada',1800000000000);
INSERT INTO "log" VALUES('evening',7,'undo',NULL,'','ada',1800000000000);
COMMIT;
