SET check_function_bodies = false;
CREATE SCHEMA pawl_fixture;
CREATE TABLE pawl_fixture.pawl_callbacks (
    job bigint NOT NULL,
    handler bigint NOT NULL,
    tries bigint NOT NULL,
    due_at bigint NOT NULL
);
CREATE TABLE pawl_fixture.pawl_clock (
    line bigint NOT NULL,
    boot_id text NOT NULL,
    offset_ms bigint NOT NULL,
    wall bigint NOT NULL,
    elapsed bigint NOT NULL
);
CREATE TABLE pawl_fixture.pawl_controls (
    handler bigint NOT NULL,
    paused bigint NOT NULL,
    draining bigint NOT NULL
);
CREATE TABLE pawl_fixture.pawl_dead_letters (
    job bigint NOT NULL,
    tenant bigint NOT NULL,
    handler bigint NOT NULL,
    at bigint NOT NULL,
    replayed_as bytea,
    lies_since bigint
);
CREATE TABLE pawl_fixture.pawl_declarations (
    lim bigint NOT NULL,
    owner bigint NOT NULL,
    handler bigint NOT NULL,
    point bigint NOT NULL,
    key text NOT NULL,
    count bigint NOT NULL,
    most bigint NOT NULL
);
CREATE TABLE pawl_fixture.pawl_definitions (
    number bigint NOT NULL,
    handler bigint NOT NULL,
    fingerprint bytea NOT NULL,
    definition text NOT NULL,
    learnt_at bigint NOT NULL
);
ALTER TABLE pawl_fixture.pawl_definitions ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME pawl_fixture.pawl_definitions_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE pawl_fixture.pawl_dependencies (
    job bigint NOT NULL,
    awaited bigint NOT NULL
);
CREATE TABLE pawl_fixture.pawl_details (
    job bigint NOT NULL,
    kind bigint NOT NULL,
    name text NOT NULL,
    version bigint NOT NULL,
    value bytea NOT NULL
);
CREATE TABLE pawl_fixture.pawl_events (
    feed bigint NOT NULL,
    job bigint NOT NULL,
    number bigint NOT NULL,
    kind bigint NOT NULL,
    at bigint NOT NULL,
    event text NOT NULL,
    from_state text NOT NULL,
    to_state text NOT NULL,
    attempt bigint NOT NULL,
    progress bigint NOT NULL,
    stage text NOT NULL,
    message text NOT NULL,
    error text NOT NULL,
    detail text NOT NULL,
    actor text NOT NULL,
    metadata text NOT NULL
);
ALTER TABLE pawl_fixture.pawl_events ALTER COLUMN feed ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME pawl_fixture.pawl_events_feed_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE pawl_fixture.pawl_feed (
    one bigint NOT NULL,
    numbers_from bigint NOT NULL,
    pruned bigint NOT NULL,
    CONSTRAINT pawl_feed_one_check CHECK ((one = 1))
);
CREATE TABLE pawl_fixture.pawl_inbox (
    job bigint NOT NULL,
    event_id text NOT NULL,
    content bytea NOT NULL,
    state text NOT NULL
);
CREATE TABLE pawl_fixture.pawl_jobs (
    key bigint NOT NULL,
    id bytea NOT NULL,
    tenant bigint NOT NULL,
    handler bigint NOT NULL,
    created_at bigint NOT NULL,
    payload_version bigint NOT NULL,
    payload bytea NOT NULL,
    requested_by text NOT NULL,
    organisation text NOT NULL,
    subject text NOT NULL,
    correlation text NOT NULL,
    traceparent text NOT NULL,
    metadata text NOT NULL,
    idempotency_key text NOT NULL,
    parent bytea,
    rank bigint NOT NULL,
    max_attempts bigint NOT NULL,
    retry_initial bigint,
    retry_cap bigint,
    retry_multiplier bigint,
    limit_keys text NOT NULL,
    submitted_by bytea,
    timeout_ms bigint
);
ALTER TABLE pawl_fixture.pawl_jobs ALTER COLUMN key ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME pawl_fixture.pawl_jobs_key_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE pawl_fixture.pawl_keys (
    tenant bigint NOT NULL,
    handler bigint NOT NULL,
    key text NOT NULL,
    job bigint NOT NULL,
    payload bytea NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE pawl_fixture.pawl_limits (
    lim bigint NOT NULL,
    count bigint NOT NULL
);
CREATE TABLE pawl_fixture.pawl_names (
    number bigint NOT NULL,
    name text NOT NULL
);
ALTER TABLE pawl_fixture.pawl_names ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME pawl_fixture.pawl_names_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE pawl_fixture.pawl_outcomes (
    key bigint NOT NULL,
    handler bigint NOT NULL,
    tenant bigint NOT NULL,
    state text NOT NULL,
    kind bigint NOT NULL,
    fence bigint NOT NULL,
    events bigint NOT NULL,
    attempt bigint NOT NULL,
    retries bigint NOT NULL,
    progress bigint NOT NULL,
    stage text NOT NULL,
    started_at bigint NOT NULL,
    completed_at bigint NOT NULL,
    kept_since bigint NOT NULL,
    prune_at bigint NOT NULL,
    has_events bigint NOT NULL,
    result bytea,
    error_code text,
    error_message text,
    error_detail text,
    error_state text,
    retryable bigint NOT NULL,
    cancel_reason text NOT NULL
);
CREATE TABLE pawl_fixture.pawl_owners (
    owner bigint NOT NULL,
    label text NOT NULL,
    seen_at bigint NOT NULL,
    boot_id text NOT NULL,
    ended text
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');
ALTER TABLE pawl_fixture.pawl_owners ALTER COLUMN owner ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME pawl_fixture.pawl_owners_owner_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE pawl_fixture.pawl_parked (
    lim bigint NOT NULL,
    key text NOT NULL,
    sort_key bigint NOT NULL,
    job bigint NOT NULL
);
CREATE TABLE pawl_fixture.pawl_payloads (
    handler bigint NOT NULL,
    version bigint NOT NULL,
    form bytea NOT NULL
);
CREATE TABLE pawl_fixture.pawl_queue (
    key bigint NOT NULL,
    handler bigint NOT NULL,
    tenant bigint NOT NULL,
    rank bigint NOT NULL,
    max_attempts bigint NOT NULL,
    format bigint NOT NULL,
    state text NOT NULL,
    phase bigint NOT NULL,
    order_at bigint NOT NULL,
    owner bigint,
    lease_ms bigint NOT NULL,
    fence bigint NOT NULL,
    events bigint NOT NULL,
    error_event bigint NOT NULL,
    attempt bigint NOT NULL,
    retries bigint NOT NULL,
    progress bigint NOT NULL,
    stage text NOT NULL,
    started_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    waiting_for bigint NOT NULL,
    flags bigint NOT NULL,
    queued_as smallint GENERATED ALWAYS AS (
CASE
    WHEN (phase = ANY (ARRAY[(1)::bigint, (2)::bigint])) THEN phase
    ELSE (0)::bigint
END) STORED,
    CONSTRAINT pawl_queue_check CHECK (((phase = ANY (ARRAY[(3)::bigint, (4)::bigint])) = (owner IS NOT NULL)))
)
WITH (fillfactor='40', autovacuum_vacuum_scale_factor='0.01', autovacuum_vacuum_threshold='1000', autovacuum_vacuum_cost_delay='0');
CREATE TABLE pawl_fixture.pawl_rates (
    lim bigint NOT NULL,
    key text NOT NULL,
    even_at bigint NOT NULL
)
WITH (fillfactor='70');
CREATE TABLE pawl_fixture.pawl_rechecks (
    lim bigint NOT NULL,
    after_key text
);
CREATE TABLE pawl_fixture.pawl_releases (
    job bigint NOT NULL
);
CREATE TABLE pawl_fixture.pawl_schedules (
    number bigint NOT NULL,
    tenant bigint NOT NULL,
    handler bigint NOT NULL,
    name text NOT NULL,
    period bigint NOT NULL,
    cron text NOT NULL,
    zone text NOT NULL,
    missed bigint NOT NULL,
    at_most bigint NOT NULL,
    payload bytea NOT NULL,
    payload_version bigint NOT NULL,
    requested_by text NOT NULL,
    organisation text NOT NULL,
    fence bigint NOT NULL,
    slot bigint NOT NULL,
    due_at bigint NOT NULL,
    paused bigint NOT NULL,
    last_slot bigint NOT NULL,
    fired_at bigint NOT NULL,
    last_job bytea,
    problem text NOT NULL
);
ALTER TABLE pawl_fixture.pawl_schedules ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME pawl_fixture.pawl_schedules_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE pawl_fixture.pawl_schema (
    version bigint NOT NULL
);
CREATE TABLE pawl_fixture.pawl_slots (
    lim bigint NOT NULL,
    key text NOT NULL,
    number bigint NOT NULL,
    job bigint NOT NULL,
    until_end bigint NOT NULL
);
CREATE TABLE pawl_fixture.pawl_transitions (
    lifecycle text NOT NULL,
    from_state text NOT NULL,
    to_state text NOT NULL
);
CREATE TABLE pawl_fixture.pawl_types (
    handler bigint NOT NULL,
    lifecycle text NOT NULL
);
CREATE TABLE pawl_fixture.pawl_uniques (
    tenant bigint NOT NULL,
    handler bigint NOT NULL,
    value text NOT NULL,
    job bigint NOT NULL,
    since bigint NOT NULL
);
CREATE TABLE pawl_fixture.pawl_writers (
    writer bigint NOT NULL,
    mark bigint NOT NULL,
    at bigint NOT NULL
)
WITH (fillfactor='50');
INSERT INTO pawl_fixture.pawl_callbacks VALUES (790626305, 55, 0, 1700000180000);
INSERT INTO pawl_fixture.pawl_dead_letters VALUES (763363329, 82, 1, 1700000120000, NULL, 1700000120000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (1, 1, '\x7700afb9962b4e7b26b9d0d28a6c4628d2b9ea02ba9119702afd72403eab0be7', '1:29:law.plain4:deck1:57:pending1:21:01:07:running1:31:01:09:succeeded1:51:01:06:failed1:61:01:08:canceled1:71:01:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000008:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (2, 7, '\x5d5d4973934b39dacdfed0da82798c9203c89f4228f18f66fde81a2369c9e8e5', '1:29:law.other4:deck1:57:pending1:21:01:07:running1:31:01:09:succeeded1:51:01:06:failed1:61:01:08:canceled1:71:01:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000008:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (3, 8, '\xa258fe2ca907fb439efdd908aa77bf12b9369262021993ad6ed36778fb07f69c', '1:210:law.served7:service1:67:pending1:21:01:07:running1:31:01:09:succeeded1:51:01:06:failed1:41:01:08:canceled1:71:01:013:dead_lettered1:81:01:01:65:start1:27:succeed1:34:fail1:44:lose1:59:retry_due1:66:cancel1:71:81:01:00:1:12:151:01:50:1:42:151:11:10:1:22:151:11:20:1:32:151:11:30:1:32:151:11:50:1:42:151:31:49:may_retry1:02:151:31:40:1:52:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000008:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (4, 10, '\x1286aab6faee6885fe6b93133e861b0c7740e2477d44fbbc4275e11efaa49dea', '1:211:law.tracked6:status1:66:Queued1:21:01:07:Running1:31:01:09:Completed1:51:01:06:Failed1:61:01:08:Poisoned1:81:01:09:Cancelled1:71:01:01:55:start1:27:succeed1:34:fail1:44:lose1:56:cancel1:71:91:01:00:1:12:151:01:40:1:52:151:11:10:1:22:151:11:29:may_retry1:12:151:11:29:exhausted1:42:151:11:20:1:32:151:11:313:attempts_left1:12:151:11:30:1:42:151:11:40:1:52:151:712:rate_limited1:11:014:queue_overload1:11:017:unsupported_codec1:01:07:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000008:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (5, 17, '\xd250cbee2322e5a6b850e8c4891fd16e0a384c560397c1527bb7c6577e7c5a3f', '1:29:law.filed8:document1:67:CREATED1:11:01:06:QUEUED1:21:01:07:RUNNING1:31:01:09:SUCCEEDED1:51:01:06:FAILED1:61:01:08:RETRYING1:41:01:01:86:submit1:15:start1:27:succeed1:34:fail1:44:lose1:59:retry_due1:66:cancel1:75:abort1:02:111:01:00:1:12:151:11:10:1:22:151:11:60:1:42:151:11:70:1:42:151:21:20:1:32:151:21:39:may_retry1:52:151:21:30:1:42:151:21:413:attempts_left1:52:151:21:40:1:42:151:21:60:1:42:151:51:50:1:12:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:41:01:11:11:14:10004:10004:10001:14:10004:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000008:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (6, 24, '\x4a802de4e53eb1cf295d04e46b32215bef1803d0ab1ec6c1270d95bcb8e03019', '1:210:law.filmed5:video2:157:CREATED1:11:01:09:UPLOADING1:11:01:08:UPLOADED1:11:01:016:AUDIO_EXTRACTING1:31:01:011:AUDIO_READY1:21:01:012:TRANSCRIBING1:31:01:016:TRANSCRIPT_READY1:21:01:010:GENERATING1:31:01:011:DRAFT_READY1:11:01:07:EDITING1:11:01:012:REGENERATING1:31:01:09:EXPORTING1:31:01:04:DONE1:51:01:06:FAILED1:61:01:09:CANCELLED1:71:01:02:126:upload1:014:confirm_upload1:03:run1:05:start1:27:succeed1:34:fail1:44:lose1:54:edit1:010:regenerate1:07:publish1:06:cancel1:75:abort1:02:571:01:00:1:11:11:01:10:1:21:11:02:100:2:141:11:02:110:2:131:31:11:10:1:21:11:12:100:2:141:11:12:110:2:131:31:21:20:1:31:31:22:100:2:141:11:22:110:2:131:31:31:40:1:41:21:31:59:may_retry1:31:21:31:50:2:131:31:31:613:attempts_left1:31:81:31:60:2:131:81:32:100:2:141:11:32:110:2:131:31:41:20:1:51:31:41:30:1:51:81:42:100:2:141:11:42:110:2:131:31:51:40:1:61:21:51:59:may_retry1:51:21:51:50:2:131:31:51:613:attempts_left1:51:81:51:60:2:131:81:52:100:2:141:11:52:110:2:131:31:61:20:1:71:31:61:30:1:71:81:62:100:2:141:11:62:110:2:131:31:71:40:1:81:21:71:59:may_retry1:71:21:71:50:2:131:31:71:613:attempts_left1:71:81:71:60:2:131:81:72:100:2:141:11:72:110:2:131:31:81:20:1:91:51:81:70:1:91:51:82:100:2:141:11:82:110:2:131:31:91:80:2:101:51:91:90:2:111:51:92:100:2:141:11:92:110:2:131:32:101:40:1:91:32:101:50:1:91:32:101:60:1:91:82:102:100:2:141:12:102:110:2:131:32:111:40:2:121:32:111:50:1:91:12:111:60:1:91:82:112:100:2:141:12:112:110:2:131:31:712:rate_limited1:11:014:queue_overload1:11:017:unsupported_codec1:01:07:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000008:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (7, 38, '\x76157b20a8464c951a3d9e89eb52ddd9c9c6630bbebd12bdd107af5d17d72bf8', '1:213:law.exclusive4:deck1:57:pending1:21:01:07:running1:31:01:09:succeeded1:51:01:06:failed1:61:01:08:canceled1:71:01:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:127:active_per_tenant_at_submit1:01:06:tenant1:11:71:01:01:02:648:864000008:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (8, 40, '\x5048b2a6a7c4aba014b006ba2207667816073786d8ae58247ad51b32977c4a4a', '1:210:law.narrow4:deck1:57:pending1:21:01:07:running1:31:01:09:succeeded1:51:01:06:failed1:61:01:08:canceled1:71:01:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:126:active_per_tenant_at_claim1:01:16:tenant1:21:41:01:01:02:648:864000008:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (9, 42, '\xcd12873f083beb3f599f7c04e24ae64e7ea19e35271ddeaf372d15cd0a0719e2', '1:211:law.crowded4:deck1:57:pending1:21:01:07:running1:31:01:09:succeeded1:51:01:06:failed1:61:01:08:canceled1:71:01:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:226:active_per_tenant_at_claim1:01:16:tenant1:11:11:01:010:concurrent1:01:16:global1:21:21:01:01:02:648:864000008:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (10, 45, '\x4953a294c687861179a4f364bce3b71c0c5e2f9fafeca43766570c5914d45165', '1:211:law.metered4:deck1:57:pending1:21:01:07:running1:31:01:09:succeeded1:51:01:06:failed1:61:01:08:canceled1:71:01:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:10005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:213:rate_per_user1:11:04:user1:31:35:600001:321:rate_per_organisation1:11:012:organisation1:51:57:36000001:51:02:648:864000008:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (11, 48, '\x8c4c4e07ed0df50aabe1fb9be01194a74086ae5e715426076b7811eda062768d', '1:212:law.stubborn4:deck1:57:pending1:21:01:07:running1:31:01:09:succeeded1:51:01:06:failed1:61:01:08:canceled1:71:01:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:10005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:12:648:864000008:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (12, 49, '\xe94706f97abd780397168cde482d661de438e9f983b8a3d3862f46ecf8798841', '1:212:law.fleeting4:deck1:57:pending1:21:01:07:running1:31:01:09:succeeded1:51:01:06:failed1:61:01:08:canceled1:71:01:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000007:18000001:01:01:02:647:36000007:36000007:12000007:72000001:07:10485767:10485765:163841:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (13, 50, '\x922f61f5ca676e80a7c68564cc6105318c8e744738b117b29b557836b8cffaee', '1:27:law.few4:deck1:57:pending1:21:01:07:running1:31:01:09:succeeded1:51:01:06:failed1:61:01:08:canceled1:71:01:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000007:18000001:01:01:02:648:864000008:864000008:864000009:6048000001:37:10485767:10485765:163841:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (14, 51, '\xce02bdd8bd32c8f96fd0cee9f7294c355e7fad90420db943be1b47cd24aca33e', '1:212:law.discreet4:deck1:57:pending1:21:01:07:running1:31:01:09:succeeded1:51:01:06:failed1:61:01:08:canceled1:71:01:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:10005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000007:18000001:01:01:02:647:36000006:3000007:12000009:6048000001:07:10485767:10485765:163841:11:11:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (15, 52, '\xd8985ff4742eacaa23d341b6f4c010786b0cd87732ac7f6e3acde3bc827c6db4', '1:213:law.secretive4:deck1:57:pending1:21:01:07:running1:31:01:09:succeeded1:51:01:06:failed1:61:01:08:canceled1:71:01:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:10005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000001:08:864000009:6048000001:07:10485767:10485765:163841:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (16, 53, '\x52c6aa416917320e277d76bdeb49b06e673e6c731166fede0b8c3231aeb80d39', '1:211:law.bounded4:deck1:57:pending1:21:01:07:running1:31:01:09:succeeded1:51:01:06:failed1:61:01:08:canceled1:71:01:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:10005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000008:864000008:864000009:6048000001:02:642:322:481:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (17, 54, '\x8e8aac9fca539503a2bd8b3ec599d3a8671ace2a67c3552c054a916dfec5fad5', '1:29:law.keyed4:deck1:57:pending1:21:01:07:running1:31:01:09:succeeded1:51:01:06:failed1:61:01:08:canceled1:71:01:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:10005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:11:01:02:648:864000008:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (18, 55, '\x2655e46cdf332122784cf1fc165f722c072d8d58ca7b6852130de49a2d58d575', '1:211:law.telling4:deck1:57:pending1:21:01:07:running1:31:01:09:succeeded1:51:01:06:failed1:61:01:08:canceled1:71:01:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000008:864000008:864000009:6048000001:07:10485767:10485765:163841:11:11:11:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (34, 81, '\xca12cfb33ba93fd1ef08460f57bbfe1cbe2d5d046372edeae95d62ee00099941', '1:213:law.gathering4:deck1:57:pending1:21:01:07:running1:31:01:09:succeeded1:51:01:06:failed1:61:01:08:canceled1:71:01:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:10005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:05:100008:864000008:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (19, 56, '\x6bf914e6c8864ca227b043b3b218cd2f1fdfd44daf00168e61cc54f383150d86', '1:210:law.remote5:video2:157:CREATED1:11:01:09:UPLOADING1:11:01:08:UPLOADED1:11:01:016:AUDIO_EXTRACTING1:31:11:011:AUDIO_READY1:21:01:012:TRANSCRIBING1:31:01:016:TRANSCRIPT_READY1:21:01:010:GENERATING1:31:11:011:DRAFT_READY1:11:01:07:EDITING1:11:01:012:REGENERATING1:31:11:09:EXPORTING1:31:11:04:DONE1:51:01:06:FAILED1:61:01:09:CANCELLED1:71:01:02:126:upload1:014:confirm_upload1:03:run1:05:start1:27:succeed1:34:fail1:44:lose1:54:edit1:010:regenerate1:07:publish1:06:cancel1:75:abort1:02:571:01:00:1:11:11:01:10:1:21:11:02:100:2:141:11:02:110:2:131:31:11:10:1:21:11:12:100:2:141:11:12:110:2:131:31:21:20:1:31:31:22:100:2:141:11:22:110:2:131:31:31:40:1:41:21:31:59:may_retry1:31:21:31:50:2:131:31:31:613:attempts_left1:31:81:31:60:2:131:81:32:100:2:141:11:32:110:2:131:31:41:20:1:51:31:41:30:1:51:81:42:100:2:141:11:42:110:2:131:31:51:40:1:61:21:51:59:may_retry1:51:21:51:50:2:131:31:51:613:attempts_left1:51:81:51:60:2:131:81:52:100:2:141:11:52:110:2:131:31:61:20:1:71:31:61:30:1:71:81:62:100:2:141:11:62:110:2:131:31:71:40:1:81:21:71:59:may_retry1:71:21:71:50:2:131:31:71:613:attempts_left1:71:81:71:60:2:131:81:72:100:2:141:11:72:110:2:131:31:81:20:1:91:51:81:70:1:91:51:82:100:2:141:11:82:110:2:131:31:91:80:2:101:51:91:90:2:111:51:92:100:2:141:11:92:110:2:131:32:101:40:1:91:32:101:50:1:91:32:101:60:1:91:82:102:100:2:141:12:102:110:2:131:32:111:40:2:121:32:111:50:1:91:12:111:60:1:91:82:112:100:2:141:12:112:110:2:131:31:712:rate_limited1:11:014:queue_overload1:11:017:unsupported_codec1:01:07:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000008:864000008:864000009:6048000001:02:642:325:163841:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (20, 57, '\x49ff97ca5942900960f1e4222750a0774d9f03bd9d828c8e8107bf6161587bb3', '1:210:law.shared10:law_shared1:77:drafted1:11:01:06:queued1:21:01:08:reviewed1:11:01:07:running1:31:01:04:done1:51:01:08:rejected1:61:01:07:dropped1:71:01:01:76:submit1:15:start1:26:review1:07:succeed1:34:fail1:44:lose1:56:cancel1:72:131:01:00:1:21:51:01:60:1:61:41:11:10:1:32:151:11:60:1:61:41:21:213:attempts_left1:11:41:21:20:1:51:81:21:60:1:61:41:31:30:1:41:21:31:49:may_retry1:11:21:31:40:1:52:101:31:513:attempts_left1:11:81:31:50:1:51:81:31:60:1:61:41:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000008:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (21, 64, '\x10d12b88db65dcfcb77dc8afb42dd8c3bb09405d122a57371b425da8a8c4809a', '1:212:law.resolute7:service1:67:pending1:21:01:07:running1:31:01:19:succeeded1:51:01:06:failed1:41:01:08:canceled1:71:01:013:dead_lettered1:81:01:01:65:start1:27:succeed1:34:fail1:44:lose1:59:retry_due1:66:cancel1:71:81:01:00:1:12:151:01:50:1:42:151:11:10:1:22:151:11:20:1:32:151:11:30:1:32:151:11:50:1:42:151:31:49:may_retry1:02:151:31:40:1:52:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000008:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (22, 65, '\x7fdcb687b49318301b78f6b3ff3ca42ae2db43c96ced6418e13665579f12456a', '1:210:law.ending4:deck1:57:pending1:21:01:07:running1:31:01:09:succeeded1:51:01:06:failed1:61:01:08:canceled1:71:01:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000008:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:01:1', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (23, 66, '\x36fc956705e5f76a7ea7966e9c1b6bfe3d638d953ed087a2b834e151ca69c3ef', '1:210:law.single4:deck1:57:pending1:21:01:07:running1:31:01:09:succeeded1:51:01:06:failed1:61:01:08:canceled1:71:01:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:11:11:11:11:34:10005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000008:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (24, 67, '\xcaebf2a2a12988a2f1ee8410cb82151bbf91c45bbecd23889c0260b2d720206a', '1:211:law.linking4:deck1:57:pending1:21:01:07:running1:31:01:09:succeeded1:51:01:06:failed1:61:01:08:canceled1:71:01:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000008:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (25, 68, '\xfcf4a59fb6e295bb31548881425249a8b74308a56f96292ebecee73ced13ab1e', '1:212:law.exported4:deck1:57:pending1:21:01:07:running1:31:01:09:succeeded1:51:01:06:failed1:61:01:08:canceled1:71:01:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:226:active_per_tenant_at_claim1:01:16:tenant1:21:21:01:010:concurrent1:01:16:global1:31:51:01:01:02:648:864000008:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (26, 71, '\x07951e7e7d2fe765fe4991a92661173d5513081430b520508ca068f9a4ddbcc5', '1:211:law.guarded5:video2:157:CREATED1:11:01:09:UPLOADING1:11:01:08:UPLOADED1:11:01:016:AUDIO_EXTRACTING1:31:11:011:AUDIO_READY1:21:01:012:TRANSCRIBING1:31:11:016:TRANSCRIPT_READY1:21:01:010:GENERATING1:31:11:011:DRAFT_READY1:11:01:07:EDITING1:11:01:012:REGENERATING1:31:11:09:EXPORTING1:31:11:04:DONE1:51:01:06:FAILED1:61:01:09:CANCELLED1:71:01:02:126:upload1:014:confirm_upload1:03:run1:05:start1:27:succeed1:34:fail1:44:lose1:54:edit1:010:regenerate1:07:publish1:06:cancel1:75:abort1:02:571:01:00:1:11:11:01:10:1:21:11:02:100:2:141:11:02:110:2:131:31:11:10:1:21:11:12:100:2:141:11:12:110:2:131:31:21:20:1:31:31:22:100:2:141:11:22:110:2:131:31:31:40:1:41:21:31:59:may_retry1:31:21:31:50:2:131:31:31:613:attempts_left1:31:81:31:60:2:131:81:32:100:2:141:11:32:110:2:131:31:41:20:1:51:31:41:30:1:51:81:42:100:2:141:11:42:110:2:131:31:51:40:1:61:21:51:59:may_retry1:51:21:51:50:2:131:31:51:613:attempts_left1:51:81:51:60:2:131:81:52:100:2:141:11:52:110:2:131:31:61:20:1:71:31:61:30:1:71:81:62:100:2:141:11:62:110:2:131:31:71:40:1:81:21:71:59:may_retry1:71:21:71:50:2:131:31:71:613:attempts_left1:71:81:71:60:2:131:81:72:100:2:141:11:72:110:2:131:31:81:20:1:91:51:81:70:1:91:51:82:100:2:141:11:82:110:2:131:31:91:80:2:101:51:91:90:2:111:51:92:100:2:141:11:92:110:2:131:32:101:40:1:91:32:101:50:1:91:32:101:60:1:91:82:102:100:2:141:12:102:110:2:131:32:111:40:2:121:32:111:50:1:91:12:111:60:1:91:82:112:100:2:141:12:112:110:2:131:31:712:rate_limited1:11:014:queue_overload1:11:017:unsupported_codec1:01:07:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000008:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (27, 72, '\x352d8fa479f5ba73ae4c44b0b6e6a000860b12a95ba4f3610a7287e18bce743d', '1:213:law.published5:video2:157:CREATED1:11:01:09:UPLOADING1:11:01:08:UPLOADED1:11:01:016:AUDIO_EXTRACTING1:31:11:011:AUDIO_READY1:21:01:012:TRANSCRIBING1:31:11:016:TRANSCRIPT_READY1:21:01:010:GENERATING1:31:11:011:DRAFT_READY1:11:01:07:EDITING1:11:01:012:REGENERATING1:31:11:09:EXPORTING1:31:11:04:DONE1:51:01:06:FAILED1:61:01:09:CANCELLED1:71:01:02:126:upload1:014:confirm_upload1:03:run1:05:start1:27:succeed1:34:fail1:44:lose1:54:edit1:010:regenerate1:07:publish1:06:cancel1:75:abort1:02:571:01:00:1:11:11:01:10:1:21:11:02:100:2:141:11:02:110:2:131:31:11:10:1:21:11:12:100:2:141:11:12:110:2:131:31:21:20:1:31:31:22:100:2:141:11:22:110:2:131:31:31:40:1:41:21:31:59:may_retry1:31:21:31:50:2:131:31:31:613:attempts_left1:31:81:31:60:2:131:81:32:100:2:141:11:32:110:2:131:31:41:20:1:51:31:41:30:1:51:81:42:100:2:141:11:42:110:2:131:31:51:40:1:61:21:51:59:may_retry1:51:21:51:50:2:131:31:51:613:attempts_left1:51:81:51:60:2:131:81:52:100:2:141:11:52:110:2:131:31:61:20:1:71:31:61:30:1:71:81:62:100:2:141:11:62:110:2:131:31:71:40:1:81:21:71:59:may_retry1:71:21:71:50:2:131:31:71:613:attempts_left1:71:81:71:60:2:131:81:72:100:2:141:11:72:110:2:131:31:81:20:1:91:51:81:70:1:91:51:82:100:2:141:11:82:110:2:131:31:91:80:2:101:51:91:90:2:111:51:92:100:2:141:11:92:110:2:131:32:101:40:1:91:32:101:50:1:91:32:101:60:1:91:82:102:100:2:141:12:102:110:2:131:32:111:40:2:121:32:111:50:1:91:12:111:60:1:91:82:112:100:2:141:12:112:110:2:131:31:712:rate_limited1:11:014:queue_overload1:11:017:unsupported_codec1:01:07:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000008:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (28, 73, '\xd60f034ece30c1020de9f69343cc2e06e5c3daf359a182b99c668c9100d96c30', '1:213:law.scheduled4:deck1:57:pending1:21:01:07:running1:31:01:09:succeeded1:51:01:06:failed1:61:01:08:canceled1:71:01:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000008:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (29, 74, '\xef5a59754c71382f4a8d3e4201e129f7a05414def3a6406d165b08e9cd7805bd', '1:219:law.scheduled_alone4:deck1:57:pending1:21:01:07:running1:31:01:09:succeeded1:51:01:06:failed1:61:01:08:canceled1:71:01:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:10005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:127:active_per_tenant_at_submit1:01:06:tenant1:11:11:01:01:02:648:864000008:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (30, 76, '\x0c1837fb8ddff1dc7ef6476dc47f4055aaf0ef9f70056a3e756664d4598d83e6', '1:28:law.only4:deck1:57:pending1:21:01:07:running1:31:01:09:succeeded1:51:01:06:failed1:61:01:08:canceled1:71:01:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000008:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (31, 77, '\xa3f07f3b3cc92713a2983a95bb109462bbdc012b01d5dd7123092083810d22a2', '1:212:law.replaced4:deck1:57:pending1:21:01:07:running1:31:01:09:succeeded1:51:01:06:failed1:61:01:08:canceled1:71:01:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000008:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (32, 78, '\xe0f7290d491c2e1e27bb090d3563d7f96ac2651d862e2b1fd4d5253b5288d6d3', '1:218:law.exclusive_only4:deck1:57:pending1:21:01:07:running1:31:01:09:succeeded1:51:01:06:failed1:61:01:08:canceled1:71:01:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:127:active_per_tenant_at_submit1:01:06:tenant1:11:11:01:01:02:648:864000008:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (33, 80, '\x5499ba204b3f9696a151fb6ff062ad04437fa669e07eae11b5b45ca2451c7bef', '1:213:law.debounced4:deck1:57:pending1:21:01:07:running1:31:01:09:succeeded1:51:01:06:failed1:61:01:08:canceled1:71:01:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:01:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000008:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_dependencies VALUES (785383425, 780140545);
INSERT INTO pawl_fixture.pawl_details VALUES (780140545, 1, 'picture', 1, '\x6f66206974');
INSERT INTO pawl_fixture.pawl_details VALUES (780140545, 0, '', 1, '\x736f20666172');
INSERT INTO pawl_fixture.pawl_events OVERRIDING SYSTEM VALUE VALUES (764411905, 763363329, 1, 0, 1700000000000, 'start', 'pending', 'running', 1, 0, '', '', '', '', '', '');
INSERT INTO pawl_fixture.pawl_events OVERRIDING SYSTEM VALUE VALUES (765460481, 763363329, 2, 0, 1700000000000, 'fail', 'running', 'running', 1, 0, '', 'it did not work', 'network_timeout', 'host 7', '', '');
INSERT INTO pawl_fixture.pawl_events OVERRIDING SYSTEM VALUE VALUES (768606209, 763363329, 3, 0, 1700000060000, 'fail', 'running', 'running', 2, 0, '', 'it did not work', 'network_timeout', 'host 7', '', '');
INSERT INTO pawl_fixture.pawl_events OVERRIDING SYSTEM VALUE VALUES (771751937, 763363329, 4, 0, 1700000120000, 'fail', 'running', 'failed', 3, 0, '', 'it did not work', 'network_timeout', 'host 7', '', '');
INSERT INTO pawl_fixture.pawl_events OVERRIDING SYSTEM VALUE VALUES (774897665, 773849089, 1, 0, 1700000180000, 'start', 'pending', 'running', 1, 0, '', '', '', '', '', '');
INSERT INTO pawl_fixture.pawl_events OVERRIDING SYSTEM VALUE VALUES (775946241, 773849089, 2, 0, 1700000180000, 'succeed', 'running', 'succeeded', 1, 100, '', '', '', '', '', '');
INSERT INTO pawl_fixture.pawl_events OVERRIDING SYSTEM VALUE VALUES (778043393, 776994817, 1, 0, 1700000180000, 'start', 'pending', 'running', 1, 0, '', '', '', '', '', '');
INSERT INTO pawl_fixture.pawl_events OVERRIDING SYSTEM VALUE VALUES (779091969, 776994817, 2, 0, 1700000180000, 'fail', 'running', 'running', 1, 0, '', 'it did not work', 'network_timeout', 'host 7', '', '');
INSERT INTO pawl_fixture.pawl_events OVERRIDING SYSTEM VALUE VALUES (781189121, 780140545, 1, 0, 1700000180000, 'start', 'pending', 'running', 1, 0, '', '', '', '', '', '');
INSERT INTO pawl_fixture.pawl_events OVERRIDING SYSTEM VALUE VALUES (782237697, 780140545, 2, 1, 1700000180000, '', '', '', 1, 50, '', '', '', '', '', '');
INSERT INTO pawl_fixture.pawl_events OVERRIDING SYSTEM VALUE VALUES (789577729, 786432001, 1, 0, 1700000180000, 'start', 'pending', 'running', 1, 0, '', '', '', '', '', '');
INSERT INTO pawl_fixture.pawl_events OVERRIDING SYSTEM VALUE VALUES (789577730, 787480577, 1, 0, 1700000180000, 'start', 'pending', 'running', 1, 0, '', '', '', '', '', '');
INSERT INTO pawl_fixture.pawl_events OVERRIDING SYSTEM VALUE VALUES (791674881, 790626305, 1, 0, 1700000180000, 'start', 'pending', 'running', 1, 0, '', '', '', '', '', '');
INSERT INTO pawl_fixture.pawl_events OVERRIDING SYSTEM VALUE VALUES (792723457, 790626305, 2, 0, 1700000180000, 'succeed', 'running', 'succeeded', 1, 100, '', '', '', '', '', '');
INSERT INTO pawl_fixture.pawl_feed VALUES (1, 0, 0);
INSERT INTO pawl_fixture.pawl_jobs OVERRIDING SYSTEM VALUE VALUES (763363329, '\x018bcfe56800700099ebfa4204c21d58', 82, 1, 1700000000000, 1, '\x7b7d', 'ann', 'sales', 'dead', '', '', '', '', NULL, 1, 3, NULL, NULL, NULL, '', NULL, NULL);
INSERT INTO pawl_fixture.pawl_jobs OVERRIDING SYSTEM VALUE VALUES (773849089, '\x018bcfe827207000afc9d4da9d858738', 82, 1, 1700000180000, 1, '\x7b7d', 'ann', 'sales', 'succeeded', '', '', '', 'a-key', NULL, 1, 3, NULL, NULL, NULL, '', NULL, NULL);
INSERT INTO pawl_fixture.pawl_jobs OVERRIDING SYSTEM VALUE VALUES (776994817, '\x018bcfe827207001aa775c1b6d8a53ba', 82, 1, 1700000180000, 1, '\x7b7d', 'ann', 'sales', 'scheduled', '', '', '', '', NULL, 1, 3, NULL, NULL, NULL, '', NULL, NULL);
INSERT INTO pawl_fixture.pawl_jobs OVERRIDING SYSTEM VALUE VALUES (780140545, '\x018bcfe8272070029784c02b60cafe66', 82, 1, 1700000180000, 1, '\x7b7d', 'ann', 'sales', 'running', '', '', '', '', NULL, 1, 3, NULL, NULL, NULL, '', NULL, NULL);
INSERT INTO pawl_fixture.pawl_jobs OVERRIDING SYSTEM VALUE VALUES (783286273, '\x018bcfe8272070039c05f5390c346956', 82, 1, 1700000180000, 1, '\x7b7d', 'ann', 'sales', 'held', '', '', '', '', NULL, 1, 3, NULL, NULL, NULL, '', NULL, NULL);
INSERT INTO pawl_fixture.pawl_jobs OVERRIDING SYSTEM VALUE VALUES (785383425, '\x018bcfe827207004bb3836003c6f058a', 82, 1, 1700000180000, 1, '\x7b7d', 'ann', 'sales', 'waits', '', '', '', '', NULL, 1, 3, NULL, NULL, NULL, '', NULL, NULL);
INSERT INTO pawl_fixture.pawl_jobs OVERRIDING SYSTEM VALUE VALUES (786432001, '\x018bcfe827207005869704aaa9a225fc', 82, 40, 1700000180000, 1, '\x7b7d', 'ann', 'sales', 'counted', '', '', '', '', NULL, 1, 3, NULL, NULL, NULL, '26:active_per_tenant_at_claim3:key', NULL, NULL);
INSERT INTO pawl_fixture.pawl_jobs OVERRIDING SYSTEM VALUE VALUES (787480577, '\x018bcfe827207006a618d04e1a0c9688', 82, 40, 1700000180000, 1, '\x7b7d', 'ann', 'sales', 'counted', '', '', '', '', NULL, 1, 3, NULL, NULL, NULL, '26:active_per_tenant_at_claim3:key', NULL, NULL);
INSERT INTO pawl_fixture.pawl_jobs OVERRIDING SYSTEM VALUE VALUES (788529153, '\x018bcfe82720700782337e109e5dda34', 82, 40, 1700000180000, 1, '\x7b7d', 'ann', 'sales', 'parked', '', '', '', '', NULL, 1, 3, NULL, NULL, NULL, '26:active_per_tenant_at_claim3:key', NULL, NULL);
INSERT INTO pawl_fixture.pawl_jobs OVERRIDING SYSTEM VALUE VALUES (790626305, '\x018bcfe8272070088319f02a974f0eee', 82, 55, 1700000180000, 1, '\x7b7d', 'ann', 'sales', 'told', '', '', '', '', NULL, 1, 3, NULL, NULL, NULL, '', NULL, NULL);
INSERT INTO pawl_fixture.pawl_jobs OVERRIDING SYSTEM VALUE VALUES (793772033, '\x018bcfe827207009a84a7c88166b3f26', 82, 24, 1700000180000, 1, '\x7b7d', 'ann', 'sales', 'filmed', '', '', '', '', NULL, 1, 3, NULL, NULL, NULL, '', NULL, NULL);
INSERT INTO pawl_fixture.pawl_jobs OVERRIDING SYSTEM VALUE VALUES (794820609, '\x018bcfe82720700aa77aebb5c5382946', 82, 45, 1700000180000, 1, '\x7b7d', 'ann', 'sales', 'metered', '', '', '', '', NULL, 1, 3, NULL, NULL, NULL, '13:rate_per_user3:key21:rate_per_organisation3:key', NULL, NULL);
INSERT INTO pawl_fixture.pawl_jobs OVERRIDING SYSTEM VALUE VALUES (795869185, '\x018bcfe82720700bba674908ad230760', 82, 8, 1700000180000, 1, '\x7b7d', 'ann', 'sales', 'ready', '', '', '', '', NULL, 1, 3, NULL, NULL, NULL, '', NULL, NULL);
INSERT INTO pawl_fixture.pawl_keys VALUES (82, 1, 'a-key', 773849089, '\x44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a', 1700000180000);
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (1, 'law.plain');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (2, 'pending');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (3, 'running');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (4, 'succeeded');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (5, 'failed');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (6, 'canceled');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (7, 'law.other');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (8, 'law.served');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (9, 'dead_lettered');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (10, 'law.tracked');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (11, 'Queued');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (12, 'Running');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (13, 'Completed');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (14, 'Failed');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (15, 'Poisoned');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (16, 'Cancelled');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (17, 'law.filed');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (18, 'CREATED');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (19, 'QUEUED');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (20, 'RUNNING');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (21, 'SUCCEEDED');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (22, 'FAILED');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (23, 'RETRYING');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (24, 'law.filmed');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (25, 'UPLOADING');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (26, 'UPLOADED');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (27, 'AUDIO_EXTRACTING');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (28, 'AUDIO_READY');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (29, 'TRANSCRIBING');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (30, 'TRANSCRIPT_READY');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (31, 'GENERATING');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (32, 'DRAFT_READY');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (33, 'EDITING');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (34, 'REGENERATING');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (35, 'EXPORTING');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (36, 'DONE');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (37, 'CANCELLED');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (38, 'law.exclusive');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (39, 'law.exclusive/active_per_tenant_at_submit');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (40, 'law.narrow');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (41, 'law.narrow/active_per_tenant_at_claim');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (42, 'law.crowded');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (43, 'law.crowded/active_per_tenant_at_claim');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (44, 'law.crowded/concurrent');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (45, 'law.metered');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (46, 'law.metered/rate_per_user');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (47, 'law.metered/rate_per_organisation');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (48, 'law.stubborn');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (49, 'law.fleeting');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (50, 'law.few');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (51, 'law.discreet');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (52, 'law.secretive');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (53, 'law.bounded');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (54, 'law.keyed');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (55, 'law.telling');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (56, 'law.remote');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (57, 'law.shared');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (58, 'drafted');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (59, 'queued');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (60, 'reviewed');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (61, 'done');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (62, 'rejected');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (63, 'dropped');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (64, 'law.resolute');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (65, 'law.ending');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (66, 'law.single');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (67, 'law.linking');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (68, 'law.exported');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (69, 'law.exported/active_per_tenant_at_claim');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (70, 'law.exported/concurrent');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (71, 'law.guarded');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (72, 'law.published');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (73, 'law.scheduled');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (74, 'law.scheduled_alone');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (75, 'law.scheduled_alone/active_per_tenant_at_submit');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (76, 'law.only');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (77, 'law.replaced');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (78, 'law.exclusive_only');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (79, 'law.exclusive_only/active_per_tenant_at_submit');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (80, 'law.debounced');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (81, 'law.gathering');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (82, 'acme');
INSERT INTO pawl_fixture.pawl_outcomes VALUES (763363329, 1, 82, 'failed', 6, 3, 4, 3, 2, 0, '', 1700000000000, 1700000120000, 1700000120000, 1700086520000, 1, NULL, 'network_timeout', 'it did not work', 'host 7', 'running', 1, '');
INSERT INTO pawl_fixture.pawl_outcomes VALUES (773849089, 1, 82, 'succeeded', 5, 1, 2, 1, 0, 100, '', 1700000180000, 1700000180000, 1700000180000, 1700086580000, 1, '\x3432', NULL, NULL, NULL, NULL, 0, '');
INSERT INTO pawl_fixture.pawl_outcomes VALUES (790626305, 55, 82, 'succeeded', 5, 1, 2, 1, 0, 100, '', 1700000180000, 1700000180000, 1700000180000, 1700086580000, 1, '\x3432', NULL, NULL, NULL, NULL, 0, '');
INSERT INTO pawl_fixture.pawl_owners OVERRIDING SYSTEM VALUE VALUES (1, 'a worker', 1700000180000, 'boot 1', '');
INSERT INTO pawl_fixture.pawl_parked VALUES (41, 'key', 1699999580000, 788529153);
INSERT INTO pawl_fixture.pawl_queue VALUES (776994817, 1, 82, 1, 3, 393218, 'running', 1, 1700000181041, NULL, 0, 1, 2, 2, 1, 1, 0, '', 1700000180000, 1700000180000, 0, 8, DEFAULT);
INSERT INTO pawl_fixture.pawl_queue VALUES (783286273, 1, 82, 1, 3, 262146, 'pending', 3, 1699999580000, 1, 60000, 1, 0, 0, 0, 0, 0, '', 0, 1700000180000, 0, 0, DEFAULT);
INSERT INTO pawl_fixture.pawl_queue VALUES (785383425, 1, 82, 1, 3, 262146, 'pending', 0, 0, NULL, 0, 0, 0, 0, 0, 0, 0, '', 0, 1700000180000, 1, 0, DEFAULT);
INSERT INTO pawl_fixture.pawl_queue VALUES (780140545, 1, 82, 1, 3, 262146, 'running', 4, 1699999580000, 1, 60000, 1, 2, 0, 1, 0, 50, '', 1700000180000, 1700000180000, 0, 6, DEFAULT);
INSERT INTO pawl_fixture.pawl_queue VALUES (786432001, 40, 82, 1, 3, 262146, 'running', 4, 1699999580000, 1, 60000, 1, 1, 0, 1, 0, 0, '', 1700000180000, 1700000180000, 0, 32, DEFAULT);
INSERT INTO pawl_fixture.pawl_queue VALUES (787480577, 40, 82, 1, 3, 262146, 'running', 4, 1699999580000, 1, 60000, 1, 1, 0, 1, 0, 0, '', 1700000180000, 1700000180000, 0, 32, DEFAULT);
INSERT INTO pawl_fixture.pawl_queue VALUES (788529153, 40, 82, 1, 3, 262146, 'pending', 0, 0, NULL, 0, 0, 0, 0, 0, 0, 0, '', 0, 1700000180000, 0, 64, DEFAULT);
INSERT INTO pawl_fixture.pawl_queue VALUES (793772033, 24, 82, 1, 3, 2359298, 'CREATED', 0, 0, NULL, 0, 0, 0, 0, 0, 0, 0, '', 0, 1700000180000, 0, 0, DEFAULT);
INSERT INTO pawl_fixture.pawl_queue VALUES (794820609, 45, 82, 1, 3, 262146, 'pending', 2, 1699999580000, NULL, 0, 0, 0, 0, 0, 0, 0, '', 0, 1700000180000, 0, 0, DEFAULT);
INSERT INTO pawl_fixture.pawl_queue VALUES (795869185, 8, 82, 1, 3, 262146, 'pending', 2, 1699999580000, NULL, 0, 0, 0, 0, 0, 0, 0, '', 0, 1700000180000, 0, 0, DEFAULT);
INSERT INTO pawl_fixture.pawl_rates VALUES (46, 'key', 1700000200000000000);
INSERT INTO pawl_fixture.pawl_rates VALUES (47, 'key', 1700000900000000000);
INSERT INTO pawl_fixture.pawl_schema VALUES (5);
INSERT INTO pawl_fixture.pawl_slots VALUES (41, 'key', 1, 786432001, 0);
INSERT INTO pawl_fixture.pawl_slots VALUES (41, 'key', 2, 787480577, 0);
INSERT INTO pawl_fixture.pawl_transitions VALUES ('deck', 'pending', 'running');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('deck', 'pending', 'canceled');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('deck', 'running', 'pending');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('deck', 'running', 'running');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('deck', 'running', 'succeeded');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('deck', 'running', 'failed');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('deck', 'running', 'canceled');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('service', 'pending', 'running');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('service', 'pending', 'canceled');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('service', 'running', 'succeeded');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('service', 'running', 'failed');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('service', 'running', 'canceled');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('service', 'failed', 'pending');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('service', 'failed', 'dead_lettered');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('status', 'Queued', 'Running');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('status', 'Queued', 'Cancelled');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('status', 'Running', 'Running');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('status', 'Running', 'Completed');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('status', 'Running', 'Failed');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('status', 'Running', 'Poisoned');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('status', 'Running', 'Cancelled');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('document', 'CREATED', 'QUEUED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('document', 'QUEUED', 'RUNNING');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('document', 'QUEUED', 'FAILED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('document', 'RUNNING', 'SUCCEEDED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('document', 'RUNNING', 'FAILED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('document', 'RUNNING', 'RETRYING');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('document', 'RETRYING', 'QUEUED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'CREATED', 'UPLOADING');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'CREATED', 'UPLOADED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'CREATED', 'FAILED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'CREATED', 'CANCELLED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'UPLOADING', 'UPLOADED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'UPLOADING', 'FAILED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'UPLOADING', 'CANCELLED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'UPLOADED', 'AUDIO_EXTRACTING');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'UPLOADED', 'FAILED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'UPLOADED', 'CANCELLED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'AUDIO_EXTRACTING', 'AUDIO_EXTRACTING');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'AUDIO_EXTRACTING', 'AUDIO_READY');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'AUDIO_EXTRACTING', 'FAILED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'AUDIO_EXTRACTING', 'CANCELLED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'AUDIO_READY', 'TRANSCRIBING');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'AUDIO_READY', 'FAILED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'AUDIO_READY', 'CANCELLED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'TRANSCRIBING', 'TRANSCRIBING');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'TRANSCRIBING', 'TRANSCRIPT_READY');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'TRANSCRIBING', 'FAILED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'TRANSCRIBING', 'CANCELLED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'TRANSCRIPT_READY', 'GENERATING');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'TRANSCRIPT_READY', 'FAILED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'TRANSCRIPT_READY', 'CANCELLED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'GENERATING', 'GENERATING');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'GENERATING', 'DRAFT_READY');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'GENERATING', 'FAILED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'GENERATING', 'CANCELLED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'DRAFT_READY', 'EDITING');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'DRAFT_READY', 'FAILED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'DRAFT_READY', 'CANCELLED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'EDITING', 'REGENERATING');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'EDITING', 'EXPORTING');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'EDITING', 'FAILED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'EDITING', 'CANCELLED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'REGENERATING', 'EDITING');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'REGENERATING', 'FAILED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'REGENERATING', 'CANCELLED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'EXPORTING', 'EDITING');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'EXPORTING', 'DONE');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'EXPORTING', 'FAILED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('video', 'EXPORTING', 'CANCELLED');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('law_shared', 'drafted', 'reviewed');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('law_shared', 'drafted', 'dropped');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('law_shared', 'queued', 'running');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('law_shared', 'queued', 'dropped');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('law_shared', 'reviewed', 'queued');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('law_shared', 'reviewed', 'rejected');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('law_shared', 'reviewed', 'dropped');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('law_shared', 'running', 'queued');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('law_shared', 'running', 'done');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('law_shared', 'running', 'rejected');
INSERT INTO pawl_fixture.pawl_transitions VALUES ('law_shared', 'running', 'dropped');
INSERT INTO pawl_fixture.pawl_types VALUES (1, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (7, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (8, 'service');
INSERT INTO pawl_fixture.pawl_types VALUES (10, 'status');
INSERT INTO pawl_fixture.pawl_types VALUES (17, 'document');
INSERT INTO pawl_fixture.pawl_types VALUES (24, 'video');
INSERT INTO pawl_fixture.pawl_types VALUES (38, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (40, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (42, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (45, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (48, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (49, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (50, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (51, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (52, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (53, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (54, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (55, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (56, 'video');
INSERT INTO pawl_fixture.pawl_types VALUES (57, 'law_shared');
INSERT INTO pawl_fixture.pawl_types VALUES (64, 'service');
INSERT INTO pawl_fixture.pawl_types VALUES (65, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (66, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (67, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (68, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (71, 'video');
INSERT INTO pawl_fixture.pawl_types VALUES (72, 'video');
INSERT INTO pawl_fixture.pawl_types VALUES (73, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (74, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (76, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (77, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (78, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (80, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (81, 'deck');
SELECT pg_catalog.setval('pawl_fixture.pawl_definitions_number_seq', 34, true);
SELECT pg_catalog.setval('pawl_fixture.pawl_events_feed_seq', 1, false);
SELECT pg_catalog.setval('pawl_fixture.pawl_jobs_key_seq', 1, false);
SELECT pg_catalog.setval('pawl_fixture.pawl_names_number_seq', 82, true);
SELECT pg_catalog.setval('pawl_fixture.pawl_owners_owner_seq', 1, true);
SELECT pg_catalog.setval('pawl_fixture.pawl_schedules_number_seq', 1, false);
ALTER TABLE ONLY pawl_fixture.pawl_callbacks
    ADD CONSTRAINT pawl_callbacks_pkey PRIMARY KEY (job);
ALTER TABLE ONLY pawl_fixture.pawl_clock
    ADD CONSTRAINT pawl_clock_pkey PRIMARY KEY (line);
ALTER TABLE ONLY pawl_fixture.pawl_controls
    ADD CONSTRAINT pawl_controls_pkey PRIMARY KEY (handler);
ALTER TABLE ONLY pawl_fixture.pawl_dead_letters
    ADD CONSTRAINT pawl_dead_letters_pkey PRIMARY KEY (job);
ALTER TABLE ONLY pawl_fixture.pawl_declarations
    ADD CONSTRAINT pawl_declarations_pkey PRIMARY KEY (lim, owner);
ALTER TABLE ONLY pawl_fixture.pawl_definitions
    ADD CONSTRAINT pawl_definitions_pkey PRIMARY KEY (number);
ALTER TABLE ONLY pawl_fixture.pawl_dependencies
    ADD CONSTRAINT pawl_dependencies_pkey PRIMARY KEY (job, awaited);
ALTER TABLE ONLY pawl_fixture.pawl_details
    ADD CONSTRAINT pawl_details_pkey PRIMARY KEY (job, kind, name, version);
ALTER TABLE ONLY pawl_fixture.pawl_events
    ADD CONSTRAINT pawl_events_pkey PRIMARY KEY (feed);
ALTER TABLE ONLY pawl_fixture.pawl_feed
    ADD CONSTRAINT pawl_feed_pkey PRIMARY KEY (one);
ALTER TABLE ONLY pawl_fixture.pawl_inbox
    ADD CONSTRAINT pawl_inbox_pkey PRIMARY KEY (job, event_id);
ALTER TABLE ONLY pawl_fixture.pawl_jobs
    ADD CONSTRAINT pawl_jobs_pkey PRIMARY KEY (key);
ALTER TABLE ONLY pawl_fixture.pawl_keys
    ADD CONSTRAINT pawl_keys_pkey PRIMARY KEY (tenant, handler, key);
ALTER TABLE ONLY pawl_fixture.pawl_limits
    ADD CONSTRAINT pawl_limits_pkey PRIMARY KEY (lim);
ALTER TABLE ONLY pawl_fixture.pawl_names
    ADD CONSTRAINT pawl_names_pkey PRIMARY KEY (number);
ALTER TABLE ONLY pawl_fixture.pawl_outcomes
    ADD CONSTRAINT pawl_outcomes_pkey PRIMARY KEY (key);
ALTER TABLE ONLY pawl_fixture.pawl_owners
    ADD CONSTRAINT pawl_owners_pkey PRIMARY KEY (owner);
ALTER TABLE ONLY pawl_fixture.pawl_parked
    ADD CONSTRAINT pawl_parked_pkey PRIMARY KEY (lim, key, sort_key, job);
ALTER TABLE ONLY pawl_fixture.pawl_payloads
    ADD CONSTRAINT pawl_payloads_pkey PRIMARY KEY (handler, version);
ALTER TABLE ONLY pawl_fixture.pawl_queue
    ADD CONSTRAINT pawl_queue_pkey PRIMARY KEY (key);
ALTER TABLE ONLY pawl_fixture.pawl_rates
    ADD CONSTRAINT pawl_rates_pkey PRIMARY KEY (lim, key);
ALTER TABLE ONLY pawl_fixture.pawl_rechecks
    ADD CONSTRAINT pawl_rechecks_pkey PRIMARY KEY (lim);
ALTER TABLE ONLY pawl_fixture.pawl_releases
    ADD CONSTRAINT pawl_releases_pkey PRIMARY KEY (job);
ALTER TABLE ONLY pawl_fixture.pawl_schedules
    ADD CONSTRAINT pawl_schedules_pkey PRIMARY KEY (number);
ALTER TABLE ONLY pawl_fixture.pawl_slots
    ADD CONSTRAINT pawl_slots_pkey PRIMARY KEY (lim, key, number);
ALTER TABLE ONLY pawl_fixture.pawl_transitions
    ADD CONSTRAINT pawl_transitions_pkey PRIMARY KEY (lifecycle, from_state, to_state);
ALTER TABLE ONLY pawl_fixture.pawl_types
    ADD CONSTRAINT pawl_types_pkey PRIMARY KEY (handler);
ALTER TABLE ONLY pawl_fixture.pawl_uniques
    ADD CONSTRAINT pawl_uniques_pkey PRIMARY KEY (tenant, handler, value);
ALTER TABLE ONLY pawl_fixture.pawl_writers
    ADD CONSTRAINT pawl_writers_pkey PRIMARY KEY (writer);
CREATE INDEX pawl_callbacks_due ON pawl_fixture.pawl_callbacks USING btree (handler, due_at);
CREATE INDEX pawl_dead_letters_due ON pawl_fixture.pawl_dead_letters USING btree (handler, lies_since) WHERE (lies_since IS NOT NULL);
CREATE INDEX pawl_dead_letters_list ON pawl_fixture.pawl_dead_letters USING btree (tenant, job);
CREATE INDEX pawl_declarations_handler ON pawl_fixture.pawl_declarations USING btree (handler);
CREATE INDEX pawl_declarations_owner ON pawl_fixture.pawl_declarations USING btree (owner);
CREATE UNIQUE INDEX pawl_definitions_handler ON pawl_fixture.pawl_definitions USING btree (handler, fingerprint);
CREATE INDEX pawl_dependencies_awaited ON pawl_fixture.pawl_dependencies USING btree (awaited);
CREATE UNIQUE INDEX pawl_events_job ON pawl_fixture.pawl_events USING btree (job, number);
CREATE UNIQUE INDEX pawl_jobs_id ON pawl_fixture.pawl_jobs USING btree (id);
CREATE INDEX pawl_jobs_list ON pawl_fixture.pawl_jobs USING btree (tenant, key);
CREATE UNIQUE INDEX pawl_names_name ON pawl_fixture.pawl_names USING btree (name);
CREATE INDEX pawl_outcomes_failed ON pawl_fixture.pawl_outcomes USING btree (state, tenant) WHERE (kind <> 5);
CREATE INDEX pawl_outcomes_prune ON pawl_fixture.pawl_outcomes USING btree (handler, prune_at);
CREATE INDEX pawl_parked_job ON pawl_fixture.pawl_parked USING btree (job);
CREATE INDEX pawl_queue_leased ON pawl_fixture.pawl_queue USING btree (owner) WHERE (owner IS NOT NULL);
CREATE INDEX pawl_queue_ready ON pawl_fixture.pawl_queue USING btree (handler, format, tenant, order_at) WHERE (queued_as = 2);
CREATE INDEX pawl_queue_scheduled ON pawl_fixture.pawl_queue USING btree (handler, format, order_at) WHERE (queued_as = 1);
CREATE INDEX pawl_schedules_due ON pawl_fixture.pawl_schedules USING btree (handler, due_at) WHERE (paused = 0);
CREATE UNIQUE INDEX pawl_schedules_name ON pawl_fixture.pawl_schedules USING btree (tenant, handler, name);
CREATE INDEX pawl_schedules_next ON pawl_fixture.pawl_schedules USING btree (due_at) WHERE (paused = 0);
CREATE INDEX pawl_slots_job ON pawl_fixture.pawl_slots USING btree (job);
CREATE INDEX pawl_uniques_job ON pawl_fixture.pawl_uniques USING btree (job);
