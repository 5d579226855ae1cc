PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE heads (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, start TEXT NOT NULL, rules INTEGER NOT NULL,
        library TEXT NOT NULL, made INTEGER NOT NULL, cards TEXT NOT NULL,
        changed INTEGER NOT NULL UNIQUE
    );
INSERT INTO "heads" VALUES('evening','nim','Nim record 1
[Seed "7"]
[Seat-0 "person"]
[Seat-1 "clever"]
[Rules "1"]
players: 2
seed: 7
',1,'1.0.0rc1',1800000000000,'',9);
CREATE TABLE log (
        table_id TEXT NOT NULL REFERENCES heads, number INTEGER NOT NULL, kind TEXT NOT NULL,
        seat INTEGER, text TEXT NOT NULL, "by" TEXT NOT NULL, made INTEGER NOT NULL,
        PRIMARY KEY (table_id, number)
    );
INSERT INTO "log" VALUES('evening',1,'sit',0,'Ada','ada',1800000000000);
INSERT INTO "log" VALUES('evening',2,'move',0,'1','ada',1800000000000);
INSERT INTO "log" VALUES('evening',3,'move',1,'2','ada',1800000000000);
INSERT INTO "log" VALUES('evening',4,'move',0,'1','ada',1800000000000);
INSERT INTO "log" VALUES('evening',5,'move',1,'3','ada',1800000000000);
INSERT INTO "log" VALUES('evening',6,'move',0,'1','ada',1800000000000);
INSERT INTO "log" VALUES('evening',7,'move',1,'3','ada',1800000000000);
INSERT INTO "log" VALUES('evening',8,'undo',NULL,'','ada',1800000000000);
COMMIT;
