BEGIN TRANSACTION;
CREATE TABLE pawl_callbacks (
  job INTEGER PRIMARY KEY,
  handler INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  due_at INTEGER NOT NULL
);
CREATE TABLE pawl_clock (
  line INTEGER PRIMARY KEY,
  boot_id TEXT NOT NULL,
  offset_ms INTEGER NOT NULL,
  wall INTEGER NOT NULL,
  elapsed INTEGER NOT NULL
);
INSERT INTO "pawl_clock" VALUES(1,'f0a66da9-5ee3-45ac-b208-88f5ec8c5722',1794923127948,1794930055479,1794930055479);
CREATE TABLE pawl_dead_letters (
  job INTEGER PRIMARY KEY,
  tenant INTEGER NOT NULL,
  handler INTEGER NOT NULL,
  at INTEGER NOT NULL,
  replayed_as BLOB,
  lies_since INTEGER
);
INSERT INTO "pawl_dead_letters" VALUES(2,3,1,1794930055501,NULL,1794930055501);
CREATE TABLE pawl_declarations (
  lim INTEGER NOT NULL,
  owner INTEGER NOT NULL,
  handler INTEGER NOT NULL,
  point INTEGER NOT NULL,
  key TEXT NOT NULL,
  count INTEGER NOT NULL,
  most INTEGER NOT NULL,
  PRIMARY KEY (lim, owner)
) WITHOUT ROWID;
CREATE TABLE pawl_definitions (
  number INTEGER PRIMARY KEY,
  handler INTEGER NOT NULL,
  fingerprint BLOB NOT NULL,
  definition TEXT NOT NULL,
  learnt_at INTEGER NOT NULL
);
INSERT INTO "pawl_definitions" VALUES(1,1,X'ACAEB3219D6699E00E37950E267BCC9D42859758CCFDA657E55442C6D0F6AF5D','1:29:shop.send7:service1:67:pending1:21:01:07:running1:31:01:09:succeeded1:51:01:06:failed1:41:01:08:canceled1:71:01:013:dead_lettered1:81:01:01:65:start1:27:succeed1:34:fail1:44:lose1:59:retry_due1:66:cancel1:71:81:01:00:1:12:151:01:50:1:42:151:11:10:1:22:151:11:20:1:32:151:11:30:1:32:151:11:50:1:42:151:31:49:may_retry1:02:151:31:40:1:52:151:615:network_timeout1:11:016:validation_error1:01:07:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:21:01:11:11:11:11:14:10001:11:04:10001:04:30004:10001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:110:concurrent1:01:16:global1:31:31:01:01:02:648:864000008:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:01:0',1794930055485);
CREATE TABLE pawl_dependencies (
  job INTEGER NOT NULL,
  awaited INTEGER NOT NULL,
  PRIMARY KEY (job, awaited)
) WITHOUT ROWID;
INSERT INTO "pawl_dependencies" VALUES(4,3);
CREATE TABLE pawl_details (
  job INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  value BLOB NOT NULL,
  PRIMARY KEY (job, kind, name, version)
) WITHOUT ROWID;
CREATE TABLE pawl_events (
  feed INTEGER PRIMARY KEY,
  job INTEGER NOT NULL,
  number INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  at INTEGER NOT NULL,
  event TEXT NOT NULL,
  from_state TEXT NOT NULL,
  to_state TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  progress INTEGER NOT NULL,
  stage TEXT NOT NULL,
  message TEXT NOT NULL,
  error TEXT NOT NULL,
  detail TEXT NOT NULL,
  actor TEXT NOT NULL,
  metadata TEXT NOT NULL
);
INSERT INTO "pawl_events" VALUES(1,1,1,0,1794930055496,'start','pending','running',1,0,'','','','','','');
INSERT INTO "pawl_events" VALUES(2,1,2,2,1794930055496,'','','',1,0,'','sent','','','','');
INSERT INTO "pawl_events" VALUES(3,1,3,0,1794930055496,'succeed','running','succeeded',1,100,'','','','','','');
INSERT INTO "pawl_events" VALUES(4,2,1,0,1794930055501,'start','pending','running',1,0,'','','','','','');
INSERT INTO "pawl_events" VALUES(5,2,2,0,1794930055501,'fail','running','failed',1,0,'','no pages','validation_error','','','');
INSERT INTO "pawl_events" VALUES(6,2,3,0,1794930055501,'retry_due','failed','dead_lettered',1,0,'','','','','','');
CREATE TABLE pawl_inbox (
  job INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  content BLOB NOT NULL,
  state TEXT NOT NULL,
  PRIMARY KEY (job, event_id)
) WITHOUT ROWID;
CREATE TABLE pawl_jobs (
  key INTEGER PRIMARY KEY,
  id BLOB NOT NULL,
  tenant INTEGER NOT NULL,
  handler INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  payload_version INTEGER NOT NULL,
  payload BLOB NOT NULL,
  requested_by TEXT NOT NULL,
  organisation TEXT NOT NULL,
  subject TEXT NOT NULL,
  correlation TEXT NOT NULL,
  traceparent TEXT NOT NULL,
  metadata TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  parent BLOB,
  rank INTEGER NOT NULL,
  max_attempts INTEGER NOT NULL,
  retry_initial INTEGER,
  retry_cap INTEGER,
  retry_multiplier INTEGER,
  limit_keys TEXT NOT NULL
);
INSERT INTO "pawl_jobs" VALUES(1,X'01A1EA2B19447000A34E1C865F69C834',3,1,1794930055493,1,X'7B227061676573223A312C22746F223A22646F6E65227D','ann','','','','','','k1',NULL,1,2,NULL,NULL,NULL,'10:concurrent0:');
INSERT INTO "pawl_jobs" VALUES(2,X'01A1EA2B19477000B4612C75F47D0708',3,1,1794930055496,1,X'7B227061676573223A2D312C22746F223A2264656164227D','ann','','','','','','',NULL,1,2,NULL,NULL,NULL,'10:concurrent0:');
INSERT INTO "pawl_jobs" VALUES(3,X'01A1EA2B195070009CF21E85E6FFEAEA',3,1,1794930055504,1,X'7B227061676573223A322C22746F223A226C61746572227D','ann','','','','','','',NULL,1,2,NULL,NULL,NULL,'10:concurrent0:');
INSERT INTO "pawl_jobs" VALUES(4,X'01A1EA2B19517000B3D144B1CDF0E2BA',3,1,1794930055505,1,X'7B227061676573223A332C22746F223A226166746572227D','ann','','','','','','',NULL,1,2,NULL,NULL,NULL,'10:concurrent0:');
INSERT INTO "pawl_jobs" VALUES(5,X'01A1EA2B195570008EB4E49B896A49BE',3,1,1794930055509,1,X'7B227061676573223A342C22746F223A227265616479227D','ann','','','','','{"a":1}','',NULL,1,2,NULL,NULL,NULL,'10:concurrent0:');
CREATE TABLE pawl_keys (
  tenant INTEGER NOT NULL,
  handler INTEGER NOT NULL,
  key TEXT NOT NULL,
  job INTEGER NOT NULL,
  payload BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (tenant, handler, key)
) WITHOUT ROWID;
INSERT INTO "pawl_keys" VALUES(3,1,'k1',1,X'AA81F95893FD81F6F36D861F9BA71AB5A291948B768A49198CEA94B7FAEA5484',1794930055493);
CREATE TABLE pawl_limits (
  lim INTEGER PRIMARY KEY,
  count INTEGER NOT NULL
);
CREATE TABLE pawl_names (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL
);
INSERT INTO "pawl_names" VALUES(1,'shop.send');
INSERT INTO "pawl_names" VALUES(2,'shop.send/concurrent');
INSERT INTO "pawl_names" VALUES(3,'acme');
INSERT INTO "pawl_names" VALUES(4,'pending');
INSERT INTO "pawl_names" VALUES(5,'running');
CREATE TABLE pawl_outcomes (
  key INTEGER PRIMARY KEY,
  handler INTEGER NOT NULL,
  tenant INTEGER NOT NULL,
  state TEXT NOT NULL,
  kind INTEGER NOT NULL,
  fence INTEGER NOT NULL,
  events INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  retries INTEGER NOT NULL,
  progress INTEGER NOT NULL,
  stage TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  completed_at INTEGER NOT NULL,
  kept_since INTEGER NOT NULL,
  prune_at INTEGER NOT NULL,
  has_events INTEGER NOT NULL,
  result BLOB,
  error_code TEXT,
  error_message TEXT,
  error_detail TEXT,
  error_state TEXT,
  retryable INTEGER NOT NULL,
  cancel_reason TEXT NOT NULL
);
INSERT INTO "pawl_outcomes" VALUES(1,1,3,'succeeded',5,1,3,1,0,100,'',1794930055496,1794930055496,1794930055496,1795016455496,1,X'22746F20646F6E6522',NULL,NULL,NULL,NULL,0,'');
INSERT INTO "pawl_outcomes" VALUES(2,1,3,'dead_lettered',8,1,3,1,0,0,'',1794930055501,1794930055501,1794930055501,1795016455501,1,NULL,'validation_error','no pages','','running',0,'');
CREATE TABLE pawl_owners (
  owner INTEGER PRIMARY KEY AUTOINCREMENT,
  label TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  boot_id TEXT NOT NULL
);
CREATE TABLE pawl_parked (
  lim INTEGER NOT NULL,
  key TEXT NOT NULL,
  sort_key INTEGER NOT NULL,
  job INTEGER NOT NULL,
  PRIMARY KEY (lim, key, sort_key, job)
) WITHOUT ROWID;
CREATE TABLE pawl_payloads (
  handler INTEGER NOT NULL,
  version INTEGER NOT NULL,
  form BLOB NOT NULL,
  PRIMARY KEY (handler, version)
) WITHOUT ROWID;
INSERT INTO "pawl_payloads" VALUES(1,1,X'5939561509B28F361BF6FD1864363EA3CC04D6CF802B18A2BD62FA1B3D3EA7CF');
CREATE TABLE pawl_queue (
  key INTEGER PRIMARY KEY,
  handler INTEGER NOT NULL,
  tenant INTEGER NOT NULL,
  rank INTEGER NOT NULL,
  max_attempts INTEGER NOT NULL,
  format INTEGER NOT NULL,
  state TEXT NOT NULL,
  phase INTEGER NOT NULL,
  order_at INTEGER NOT NULL,
  owner INTEGER,
  lease_ms INTEGER NOT NULL,
  fence INTEGER NOT NULL,
  events INTEGER NOT NULL,
  error_event INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  retries INTEGER NOT NULL,
  progress INTEGER NOT NULL,
  stage TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  waiting_for INTEGER NOT NULL,
  flags INTEGER NOT NULL,
  CHECK ((phase IN (3, 4)) = (owner IS NOT NULL))
);
INSERT INTO "pawl_queue" VALUES(3,1,3,1,2,524290,'pending',1,1795016455504,NULL,0,0,0,0,0,0,0,'',0,1794930055504,0,2);
INSERT INTO "pawl_queue" VALUES(4,1,3,1,2,524290,'pending',0,0,NULL,0,0,0,0,0,0,0,'',0,1794930055505,1,0);
INSERT INTO "pawl_queue" VALUES(5,1,3,1,2,524290,'pending',2,1794929455509,NULL,0,0,0,0,0,0,0,'',0,1794930055509,0,0);
CREATE TABLE pawl_rates (
  lim INTEGER NOT NULL,
  key TEXT NOT NULL,
  even_at INTEGER NOT NULL,
  PRIMARY KEY (lim, key)
) WITHOUT ROWID;
CREATE TABLE pawl_rechecks (
  lim INTEGER PRIMARY KEY,
  after_key TEXT
);
INSERT INTO "pawl_rechecks" VALUES(2,NULL);
CREATE TABLE pawl_releases (
  job INTEGER PRIMARY KEY
);
CREATE TABLE pawl_schema (version INTEGER NOT NULL);
INSERT INTO "pawl_schema" VALUES(2);
CREATE TABLE pawl_slots (
  lim INTEGER NOT NULL,
  key TEXT NOT NULL,
  number INTEGER NOT NULL,
  job INTEGER NOT NULL,
  until_end INTEGER NOT NULL,
  PRIMARY KEY (lim, key, number)
) WITHOUT ROWID;
CREATE TABLE pawl_transitions (
  lifecycle text NOT NULL,
  from_state text NOT NULL,
  to_state text NOT NULL,
  PRIMARY KEY (lifecycle, from_state, to_state)
) WITHOUT ROWID;
INSERT INTO "pawl_transitions" VALUES('service','failed','dead_lettered');
INSERT INTO "pawl_transitions" VALUES('service','failed','pending');
INSERT INTO "pawl_transitions" VALUES('service','pending','canceled');
INSERT INTO "pawl_transitions" VALUES('service','pending','running');
INSERT INTO "pawl_transitions" VALUES('service','running','canceled');
INSERT INTO "pawl_transitions" VALUES('service','running','failed');
INSERT INTO "pawl_transitions" VALUES('service','running','succeeded');
CREATE TABLE pawl_types (
  handler INTEGER PRIMARY KEY,
  lifecycle TEXT NOT NULL
);
INSERT INTO "pawl_types" VALUES(1,'service');
CREATE UNIQUE INDEX pawl_names_name ON pawl_names (name);
CREATE UNIQUE INDEX pawl_definitions_handler ON pawl_definitions (handler, fingerprint);
CREATE UNIQUE INDEX pawl_jobs_id ON pawl_jobs (id);
CREATE INDEX pawl_jobs_list ON pawl_jobs (tenant);
CREATE INDEX pawl_queue_ready ON pawl_queue (handler, format, tenant, order_at) WHERE phase = 2;
CREATE INDEX pawl_queue_scheduled ON pawl_queue (handler, format, order_at) WHERE phase = 1;
CREATE INDEX pawl_queue_leased ON pawl_queue (owner) WHERE owner IS NOT NULL;
CREATE INDEX pawl_outcomes_prune ON pawl_outcomes (handler, prune_at);
CREATE INDEX pawl_outcomes_failed ON pawl_outcomes (state, tenant) WHERE kind <> 5;
CREATE UNIQUE INDEX pawl_events_job ON pawl_events (job, number);
CREATE INDEX pawl_slots_job ON pawl_slots (job);
CREATE INDEX pawl_declarations_handler ON pawl_declarations (handler);
CREATE INDEX pawl_declarations_owner ON pawl_declarations (owner);
CREATE INDEX pawl_parked_job ON pawl_parked (job);
CREATE INDEX pawl_dependencies_awaited ON pawl_dependencies (awaited);
CREATE INDEX pawl_dead_letters_list ON pawl_dead_letters (tenant);
CREATE INDEX pawl_dead_letters_due ON pawl_dead_letters (handler, lies_since) WHERE lies_since IS NOT NULL;
CREATE INDEX pawl_callbacks_due ON pawl_callbacks (handler, due_at);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('pawl_owners',1);
COMMIT;
