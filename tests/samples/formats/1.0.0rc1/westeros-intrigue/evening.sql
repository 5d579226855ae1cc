PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE heads (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, start TEXT NOT NULL, rules INTEGER NOT NULL,
        library TEXT NOT NULL, made INTEGER NOT NULL, cards TEXT NOT NULL,
        changed INTEGER NOT NULL UNIQUE
    );
INSERT INTO "heads" VALUES('evening','westeros-intrigue','Westeros Intrigue record 1
[Seed "7"]
[Seat-0 "person"]
[Seat-1 "greedy"]
[Rules "1"]
Players: 2
First player: 0
Throne table: 1/1 1/2 2/3 2/4 2/5 3/6 3/7
Throne cards: 3/7 2/5

Round 1: player 0 starts
Hand 0: B5 T1 B7 T7 B3 L7 S8 T3 B2 S6 S1 L1 T2 S7
Hand 1: L3 B9 L2 S9 B1 T6 B8 S5 T4 T8 B4 L5 L8 S4

Round 2: player 1 starts
Hand 0: S2 S3 B5 B3 S5 L1 S8 L9 T7 L6 S1 B8 T9 T3
Hand 1: S7 L4 B2 L3 T4 L7 T8 S6 T2 L5 B7 T5 S4 T6',1,'1.0.0rc1',1800000000000,'',9);
CREATE TABLE log (
        table_id TEXT NOT NULL REFERENCES heads, number INTEGER NOT NULL, kind TEXT NOT NULL,
        seat INTEGER, text TEXT NOT NULL, "by" TEXT NOT NULL, made INTEGER NOT NULL,
        PRIMARY KEY (table_id, number)
    );
INSERT INTO "log" VALUES('evening',1,'sit',0,'Ada','ada',1800000000000);
INSERT INTO "log" VALUES('evening',2,'move',0,'S1@a0','ada',1800000000000);
INSERT INTO "log" VALUES('evening',3,'move',1,'L2@a-1','ada',1800000000000);
INSERT INTO "log" VALUES('evening',4,'move',0,'S6@a-2','ada',1800000000000);
INSERT INTO "log" VALUES('evening',5,'move',1,'B4@a-3','ada',1800000000000);
INSERT INTO "log" VALUES('evening',6,'move',0,'S7@a-4','ada',1800000000000);
INSERT INTO "log" VALUES('evening',7,'move',1,'T4@a1','ada',1800000000000);
INSERT INTO "log" VALUES('evening',8,'undo',NULL,'','ada',1800000000000);
COMMIT;
