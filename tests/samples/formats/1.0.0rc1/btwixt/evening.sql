PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE heads (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, start TEXT NOT NULL, rules INTEGER NOT NULL,
        library TEXT NOT NULL, made INTEGER NOT NULL, cards TEXT NOT NULL,
        changed INTEGER NOT NULL UNIQUE
    );
INSERT INTO "heads" VALUES('evening','btwixt','B''Twixt record 1
[Seed "7"]
[Seat-0 "person"]
[Seat-1 "simple"]
[Seat-2 "simple"]
[Rules "1"]
box: Sample box
players: 3
variant: standard
first player: 0
leaders: chosen
allies: usurer stable-boy mance-rayder septon ilyn-payne admiral exile renly-baratheon septa bailiff loras-tyrell turncoat varys ranger herald jaime-lannister scout sansa-stark minstrel scribe sworn-sword fisherman steward maester harbour-master sellsword bannerman chronicler champion smith jaqen-hghar cupbearer marshal commander heir shae archer regent warden treasurer page arianne-martell squire oberyn-martell conqueror miller jester-of-dragonstone castellan robb-stark drunkard
tokens: 1 2 1 2 3 1 3 3 2 1 1 2 2 2 3 3 3 1 3 3 3 2 1 1 1 3 1 3 3 2 2 2 1 3 1 3 2 1 2 3 2 1 3 2 2 2 1 2 1 3 2 1 3 1
leader order: jon-snow hedge-knight olenna-tyrell daenerys-targaryen cersei-lannister tyrion-lannister doran-martell melisandre euron-greyjoy
deck: pulling-the-strings host envoy feast royal-decree pulling-the-strings royal-decree betrayal host pulling-the-strings contingency-plan corruption corruption levy pulling-the-strings contingency-plan contingency-plan levy pulling-the-strings envoy oath pulling-the-strings envoy royal-decree the-game-of-thrones feast contingency-plan corruption the-game-of-thrones contingency-plan levy oath corruption corruption feast contingency-plan royal-decree envoy levy betrayal betrayal betrayal feast pulling-the-strings betrayal corruption host betrayal the-game-of-thrones betrayal feast pulling-the-strings host levy oath feast betrayal envoy envoy the-game-of-thrones levy oath
deck: betrayal contingency-plan host pulling-the-strings betrayal feast betrayal contingency-plan royal-decree betrayal corruption envoy oath corruption the-game-of-thrones levy royal-decree betrayal royal-decree pulling-the-strings the-game-of-thrones envoy envoy host envoy pulling-the-strings betrayal feast envoy contingency-plan host levy betrayal contingency-plan contingency-plan pulling-the-strings the-game-of-thrones feast contingency-plan envoy corruption oath corruption pulling-the-strings host levy levy pulling-the-strings levy royal-decree corruption pulling-the-strings feast betrayal pulling-the-strings the-game-of-thrones corruption levy oath feast feast oath
deck: corruption contingency-plan envoy envoy betrayal betrayal betrayal pulling-the-strings envoy levy oath betrayal host royal-decree the-game-of-thrones envoy levy levy corruption contingency-plan oath oath corruption host contingency-plan royal-decree pulling-the-strings betrayal feast the-game-of-thrones royal-decree corruption pulling-the-strings contingency-plan host feast the-game-of-thrones envoy betrayal oath betrayal pulling-the-strings levy feast envoy pulling-the-strings levy the-game-of-thrones feast pulling-the-strings levy betrayal contingency-plan host royal-decree corruption pulling-the-strings pulling-the-strings corruption feast feast contingency-plan
events:
',1,'1.0.0rc1',1800000000000,'',10);
CREATE TABLE log (
        table_id TEXT NOT NULL REFERENCES heads, number INTEGER NOT NULL, kind TEXT NOT NULL,
        seat INTEGER, text TEXT NOT NULL, "by" TEXT NOT NULL, made INTEGER NOT NULL,
        PRIMARY KEY (table_id, number)
    );
INSERT INTO "log" VALUES('evening',1,'sit',0,'Ada','ada',1800000000000);
INSERT INTO "log" VALUES('evening',2,'move',0,'leader cersei-lannister','ada',1800000000000);
INSERT INTO "log" VALUES('evening',3,'move',1,'leader tyrion-lannister','ada',1800000000000);
INSERT INTO "log" VALUES('evening',4,'move',2,'leader olenna-tyrell','ada',1800000000000);
INSERT INTO "log" VALUES('evening',5,'move',0,'play contingency-plan','ada',1800000000000);
INSERT INTO "log" VALUES('evening',6,'move',1,'kneel','ada',1800000000000);
INSERT INTO "log" VALUES('evening',7,'move',2,'kneel','ada',1800000000000);
INSERT INTO "log" VALUES('evening',8,'move',0,'play corruption','ada',1800000000000);
INSERT INTO "log" VALUES('evening',9,'undo',NULL,'','ada',1800000000000);
COMMIT;
