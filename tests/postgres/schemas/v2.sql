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
    limit_keys text NOT NULL
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
    boot_id text NOT NULL
)
WITH (fillfactor='50');
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
    CONSTRAINT pawl_queue_check CHECK (((phase = ANY (ARRAY[(3)::bigint, (4)::bigint])) = (owner IS NOT NULL)))
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.01', autovacuum_vacuum_threshold='1000', autovacuum_vacuum_cost_delay='0');
CREATE TABLE pawl_fixture.pawl_rates (
    lim bigint NOT NULL,
    key text NOT NULL,
    even_at bigint NOT NULL
);
CREATE TABLE pawl_fixture.pawl_rechecks (
    lim bigint NOT NULL,
    after_key text
);
CREATE TABLE pawl_fixture.pawl_releases (
    job bigint NOT NULL
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
INSERT INTO pawl_fixture.pawl_callbacks VALUES (10, 47, 0, 1700000180000);
INSERT INTO pawl_fixture.pawl_dead_letters VALUES (1, 56, 1, 1700000120000, NULL, 1700000120000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (1, 1, '\xde7dbc8ed9ce67846b620cfadbfd83840fd1e7606e5d133c1ef686e510ba603d', '1:19:law.plain4:deck1:57:pending1:21:07:running1:31:09:succeeded1:51:06:failed1:61:08:canceled1:71:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (2, 7, '\xc3b05c0371f31465180f03de116490521fa2fefbf6debe1bf4229cb3f77abee4', '1:19:law.other4:deck1:57:pending1:21:07:running1:31:09:succeeded1:51:06:failed1:61:08:canceled1:71:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (3, 8, '\xb6870f78d04a26ab10921549a436c3a5dfe0abde3110f8a880896db28dfcbc1d', '1:110:law.served7:service1:67:pending1:21:07:running1:31:09:succeeded1:51:06:failed1:41:08:canceled1:71:013:dead_lettered1:81:01:65:start1:27:succeed1:34:fail1:44:lose1:59:retry_due1:66:cancel1:71:81:01:00:1:12:151:01:50:1:42:151:11:10:1:22:151:11:20:1:32:151:11:30:1:32:151:11:50:1:42:151:31:49:may_retry1:02:151:31:40:1:52:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (4, 10, '\xa2a034cc09031caa9a453dd2fb6138f6db7e94efb6cc28d4470bfa95d454d1aa', '1:111:law.tracked6:status1:66:Queued1:21:07:Running1:31:09:Completed1:51:06:Failed1:61:08:Poisoned1:81:09:Cancelled1:71:01:55:start1:27:succeed1:34:fail1:44:lose1:56:cancel1:71:91:01:00:1:12:151:01:40:1:52:151:11:10:1:22:151:11:29:may_retry1:12:151:11:29:exhausted1:42:151:11:20:1:32:151:11:313:attempts_left1:12:151:11:30:1:42:151:11:40:1:52:151:712:rate_limited1:11:014:queue_overload1:11:017:unsupported_codec1:01:07:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (5, 17, '\x1807854edb7018ae7e0a25f9ff2fd6002ab090013c274e745c32e42dfdf29071', '1:19:law.filed8:document1:67:CREATED1:11:06:QUEUED1:21:07:RUNNING1:31:09:SUCCEEDED1:51:06:FAILED1:61:08:RETRYING1:41:01:86:submit1:15:start1:27:succeed1:34:fail1:44:lose1:59:retry_due1:66:cancel1:75:abort1:02:111:01:00:1:12:151:11:10:1:22:151:11:60:1:42:151:11:70:1:42:151:21:20:1:32:151:21:39:may_retry1:52:151:21:30:1:42:151:21:413:attempts_left1:52:151:21:40:1:42:151:21:60:1:42:151:51:50:1:12:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:41:11:11:14:10004:10004:10001:14:10004:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (6, 24, '\x2e2f9ea246c89d43a2d32059d7a41b5a17c89d492bee5caf5503d8eec1d28e0e', '1:110:law.filmed5:video2:157:CREATED1:11:09:UPLOADING1:11:08:UPLOADED1:11:016:AUDIO_EXTRACTING1:31:011:AUDIO_READY1:21:012:TRANSCRIBING1:31:016:TRANSCRIPT_READY1:21:010:GENERATING1:31:011:DRAFT_READY1:11:07:EDITING1:11:012:REGENERATING1:31:09:EXPORTING1:31:04:DONE1:51:06:FAILED1:61:09:CANCELLED1:71:02:126:upload1:014:confirm_upload1:03:run1:05:start1:27:succeed1:34:fail1:44:lose1:54:edit1:010:regenerate1:07:publish1:06:cancel1:75:abort1:02:571:01:00:1:11:11:01:10:1:21:11:02:100:2:141:11:02:110:2:131:31:11:10:1:21:11:12:100:2:141:11:12:110:2:131:31:21:20:1:31:31:22:100:2:141:11:22:110:2:131:31:31:40:1:41:21:31:59:may_retry1:31:21:31:50:2:131:31:31:613:attempts_left1:31:81:31:60:2:131:81:32:100:2:141:11:32:110:2:131:31:41:20:1:51:31:41:30:1:51:81:42:100:2:141:11:42:110:2:131:31:51:40:1:61:21:51:59:may_retry1:51:21:51:50:2:131:31:51:613:attempts_left1:51:81:51:60:2:131:81:52:100:2:141:11:52:110:2:131:31:61:20:1:71:31:61:30:1:71:81:62:100:2:141:11:62:110:2:131:31:71:40:1:81:21:71:59:may_retry1:71:21:71:50:2:131:31:71:613:attempts_left1:71:81:71:60:2:131:81:72:100:2:141:11:72:110:2:131:31:81:20:1:91:51:81:70:1:91:51:82:100:2:141:11:82:110:2:131:31:91:80:2:101:51:91:90:2:111:51:92:100:2:141:11:92:110:2:131:32:101:40:1:91:32:101:50:1:91:32:101:60:1:91:82:102:100:2:141:12:102:110:2:131:32:111:40:2:121:32:111:50:1:91:12:111:60:1:91:82:112:100:2:141:12:112:110:2:131:31:712:rate_limited1:11:014:queue_overload1:11:017:unsupported_codec1:01:07:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (7, 38, '\x0c7a8ed3f2bf73c849462e7152d96ff2802d24594671b3b854ff940cceab5a02', '1:113:law.exclusive4:deck1:57:pending1:21:07:running1:31:09:succeeded1:51:06:failed1:61:08:canceled1:71:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:127:active_per_tenant_at_submit1:01:06:tenant1:11:71:01:01:02:648:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (8, 39, '\x4a71ba6389833acea88ff48ffaa09a6110b1825746b8219bb387eaf36830e3aa', '1:110:law.narrow4:deck1:57:pending1:21:07:running1:31:09:succeeded1:51:06:failed1:61:08:canceled1:71:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:126:active_per_tenant_at_claim1:01:16:tenant1:21:41:01:01:02:648:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (9, 40, '\xb4ea7ba831177c286886b43fbbe1cffd7814372e4724c1e65b0908cf42ddef2e', '1:111:law.crowded4:deck1:57:pending1:21:07:running1:31:09:succeeded1:51:06:failed1:61:08:canceled1:71:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:226:active_per_tenant_at_claim1:01:16:tenant1:11:11:01:010:concurrent1:01:16:global1:21:21:01:01:02:648:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (10, 41, '\xb60d865764c750996ea2a9bd4b295e23b9df70b5dfe110006145961464516149', '1:111:law.metered4:deck1:57:pending1:21:07:running1:31:09:succeeded1:51:06:failed1:61:08:canceled1:71:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:11:11:34:10005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:213:rate_per_user1:11:04:user1:31:35:600001:321:rate_per_organisation1:11:012:organisation1:51:57:36000001:51:02:648:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (11, 42, '\x4af04ba943a0194c410f9f3b668ccd57c30b34a2cae67669d43e8bd53dc57555', '1:112:law.stubborn4:deck1:57:pending1:21:07:running1:31:09:succeeded1:51:06:failed1:61:08:canceled1:71:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:11:11:34:10005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:12:648:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (12, 43, '\x388bb495e764e4195580a93dcb991460e8aaa67ab6a210e41f0d8c527647d7ec', '1:112:law.fleeting4:deck1:57:pending1:21:07:running1:31:09:succeeded1:51:06:failed1:61:08:canceled1:71:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000007:18000001:01:01:02:647:36000007:12000007:72000001:07:10485767:10485765:163841:11:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (13, 44, '\xe14fbe10752400091109f00282941fc1ea69c0b9402c524447be05276ee40816', '1:17:law.few4:deck1:57:pending1:21:07:running1:31:09:succeeded1:51:06:failed1:61:08:canceled1:71:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000007:18000001:01:01:02:648:864000008:864000009:6048000001:37:10485767:10485765:163841:11:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (14, 45, '\xbbfce245d489f745877c1fcd648d17aed07bff5ee912ca8c222a62a3955ce232', '1:111:law.bounded4:deck1:57:pending1:21:07:running1:31:09:succeeded1:51:06:failed1:61:08:canceled1:71:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:11:11:34:10005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000008:864000009:6048000001:02:642:322:481:11:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (15, 46, '\xb1fa0a907e67619bb723b9b7edec2379f8b736984904d70e48e6abd2b716e253', '1:19:law.keyed4:deck1:57:pending1:21:07:running1:31:09:succeeded1:51:06:failed1:61:08:canceled1:71:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:11:11:34:10005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:11:01:02:648:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (16, 47, '\xcaf8e9078c6f8ceec98220194b191ebaef20898820bd2c9107a374e3dc4837f7', '1:111:law.telling4:deck1:57:pending1:21:07:running1:31:09:succeeded1:51:06:failed1:61:08:canceled1:71:01:55:start1:27:succeed1:34:fail1:46:cancel1:74:lose1:51:81:01:00:1:12:151:01:30:1:42:151:11:10:1:22:151:11:29:may_retry1:12:151:11:20:1:32:151:11:30:1:42:151:11:413:attempts_left1:02:151:11:40:1:32:151:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000008:864000009:6048000001:07:10485767:10485765:163841:11:11:1', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (17, 48, '\xdb43df5045d7682c61ca87f5514666d36690481b8950f3aa6276e5a4260b2c94', '1:110:law.remote5:video2:157:CREATED1:11:09:UPLOADING1:11:08:UPLOADED1:11:016:AUDIO_EXTRACTING1:31:111:AUDIO_READY1:21:012:TRANSCRIBING1:31:016:TRANSCRIPT_READY1:21:010:GENERATING1:31:111:DRAFT_READY1:11:07:EDITING1:11:012:REGENERATING1:31:19:EXPORTING1:31:14:DONE1:51:06:FAILED1:61:09:CANCELLED1:71:02:126:upload1:014:confirm_upload1:03:run1:05:start1:27:succeed1:34:fail1:44:lose1:54:edit1:010:regenerate1:07:publish1:06:cancel1:75:abort1:02:571:01:00:1:11:11:01:10:1:21:11:02:100:2:141:11:02:110:2:131:31:11:10:1:21:11:12:100:2:141:11:12:110:2:131:31:21:20:1:31:31:22:100:2:141:11:22:110:2:131:31:31:40:1:41:21:31:59:may_retry1:31:21:31:50:2:131:31:31:613:attempts_left1:31:81:31:60:2:131:81:32:100:2:141:11:32:110:2:131:31:41:20:1:51:31:41:30:1:51:81:42:100:2:141:11:42:110:2:131:31:51:40:1:61:21:51:59:may_retry1:51:21:51:50:2:131:31:51:613:attempts_left1:51:81:51:60:2:131:81:52:100:2:141:11:52:110:2:131:31:61:20:1:71:31:61:30:1:71:81:62:100:2:141:11:62:110:2:131:31:71:40:1:81:21:71:59:may_retry1:71:21:71:50:2:131:31:71:613:attempts_left1:71:81:71:60:2:131:81:72:100:2:141:11:72:110:2:131:31:81:20:1:91:51:81:70:1:91:51:82:100:2:141:11:82:110:2:131:31:91:80:2:101:51:91:90:2:111:51:92:100:2:141:11:92:110:2:131:32:101:40:1:91:32:101:50:1:91:32:101:60:1:91:82:102:100:2:141:12:102:110:2:131:32:111:40:2:121:32:111:50:1:91:12:111:60:1:91:82:112:100:2:141:12:112:110:2:131:31:712:rate_limited1:11:014:queue_overload1:11:017:unsupported_codec1:01:07:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000008:864000009:6048000001:02:642:325:163841:11:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_definitions OVERRIDING SYSTEM VALUE VALUES (18, 49, '\xe7e91535526bc2e4093648766923d2c6aa7f4034d3a27d9163fb4803d728802c', '1:110:law.shared10:law_shared1:77:drafted1:11:06:queued1:21:08:reviewed1:11:07:running1:31:04:done1:51:08:rejected1:61:07:dropped1:71:01:76:submit1:15:start1:26:review1:07:succeed1:34:fail1:44:lose1:56:cancel1:72:131:01:00:1:21:51:01:60:1:61:41:11:10:1:32:151:11:60:1:61:41:21:213:attempts_left1:11:41:21:20:1:51:81:21:60:1:61:41:31:30:1:41:21:31:49:may_retry1:11:21:31:40:1:52:101:31:513:attempts_left1:11:81:31:50:1:51:81:31:60:1:61:41:47:timeout1:11:011:worker_lost1:11:012:internal_bug1:01:119:payload_undecodable1:01:01:31:11:11:34:20005:300004:20001:11:04:10001:05:600006:6000001:43:low6:normal4:high6:urgent1:16:6000008:864000001:01:01:02:648:864000008:864000009:6048000001:07:10485767:10485765:163841:11:01:0', 1700000000000);
INSERT INTO pawl_fixture.pawl_dependencies VALUES (6, 4);
INSERT INTO pawl_fixture.pawl_details VALUES (4, 1, 'picture', 1, '\x6f66206974');
INSERT INTO pawl_fixture.pawl_details VALUES (4, 0, '', 1, '\x736f20666172');
INSERT INTO pawl_fixture.pawl_events OVERRIDING SYSTEM VALUE VALUES (1, 1, 1, 0, 1700000000000, 'start', 'pending', 'running', 1, 0, '', '', '', '', '', '');
INSERT INTO pawl_fixture.pawl_events OVERRIDING SYSTEM VALUE VALUES (2, 1, 2, 0, 1700000000000, 'fail', 'running', 'running', 1, 0, '', 'it did not work', 'network_timeout', 'host 7', '', '');
INSERT INTO pawl_fixture.pawl_events OVERRIDING SYSTEM VALUE VALUES (3, 1, 3, 0, 1700000060000, 'fail', 'running', 'running', 2, 0, '', 'it did not work', 'network_timeout', 'host 7', '', '');
INSERT INTO pawl_fixture.pawl_events OVERRIDING SYSTEM VALUE VALUES (4, 1, 4, 0, 1700000120000, 'fail', 'running', 'failed', 3, 0, '', 'it did not work', 'network_timeout', 'host 7', '', '');
INSERT INTO pawl_fixture.pawl_events OVERRIDING SYSTEM VALUE VALUES (5, 2, 1, 0, 1700000180000, 'start', 'pending', 'running', 1, 0, '', '', '', '', '', '');
INSERT INTO pawl_fixture.pawl_events OVERRIDING SYSTEM VALUE VALUES (6, 2, 2, 0, 1700000180000, 'succeed', 'running', 'succeeded', 1, 100, '', '', '', '', '', '');
INSERT INTO pawl_fixture.pawl_events OVERRIDING SYSTEM VALUE VALUES (7, 3, 1, 0, 1700000180000, 'start', 'pending', 'running', 1, 0, '', '', '', '', '', '');
INSERT INTO pawl_fixture.pawl_events OVERRIDING SYSTEM VALUE VALUES (8, 3, 2, 0, 1700000180000, 'fail', 'running', 'running', 1, 0, '', 'it did not work', 'network_timeout', 'host 7', '', '');
INSERT INTO pawl_fixture.pawl_events OVERRIDING SYSTEM VALUE VALUES (9, 4, 1, 0, 1700000180000, 'start', 'pending', 'running', 1, 0, '', '', '', '', '', '');
INSERT INTO pawl_fixture.pawl_events OVERRIDING SYSTEM VALUE VALUES (10, 4, 2, 1, 1700000180000, '', '', '', 1, 50, '', '', '', '', '', '');
INSERT INTO pawl_fixture.pawl_events OVERRIDING SYSTEM VALUE VALUES (11, 7, 1, 0, 1700000180000, 'start', 'pending', 'running', 1, 0, '', '', '', '', '', '');
INSERT INTO pawl_fixture.pawl_events OVERRIDING SYSTEM VALUE VALUES (12, 8, 1, 0, 1700000180000, 'start', 'pending', 'running', 1, 0, '', '', '', '', '', '');
INSERT INTO pawl_fixture.pawl_events OVERRIDING SYSTEM VALUE VALUES (13, 10, 1, 0, 1700000180000, 'start', 'pending', 'running', 1, 0, '', '', '', '', '', '');
INSERT INTO pawl_fixture.pawl_events OVERRIDING SYSTEM VALUE VALUES (14, 10, 2, 0, 1700000180000, 'succeed', 'running', 'succeeded', 1, 100, '', '', '', '', '', '');
INSERT INTO pawl_fixture.pawl_jobs OVERRIDING SYSTEM VALUE VALUES (1, '\x018bcfe568007000908b1042cc010680', 56, 1, 1700000000000, 1, '\x7b7d', 'ann', 'sales', 'dead', '', '', '', '', NULL, 1, 3, NULL, NULL, NULL, '');
INSERT INTO pawl_fixture.pawl_jobs OVERRIDING SYSTEM VALUE VALUES (2, '\x018bcfe82720700087e9d75ede90950a', 56, 1, 1700000180000, 1, '\x7b7d', 'ann', 'sales', 'succeeded', '', '', '', 'a-key', NULL, 1, 3, NULL, NULL, NULL, '');
INSERT INTO pawl_fixture.pawl_jobs OVERRIDING SYSTEM VALUE VALUES (3, '\x018bcfe827207001b190ac217afc06f8', 56, 1, 1700000180000, 1, '\x7b7d', 'ann', 'sales', 'scheduled', '', '', '', '', NULL, 1, 3, NULL, NULL, NULL, '');
INSERT INTO pawl_fixture.pawl_jobs OVERRIDING SYSTEM VALUE VALUES (4, '\x018bcfe827207002b5ca32fc04c49eee', 56, 1, 1700000180000, 1, '\x7b7d', 'ann', 'sales', 'running', '', '', '', '', NULL, 1, 3, NULL, NULL, NULL, '');
INSERT INTO pawl_fixture.pawl_jobs OVERRIDING SYSTEM VALUE VALUES (5, '\x018bcfe827207003ba82ecb7cddb84a4', 56, 1, 1700000180000, 1, '\x7b7d', 'ann', 'sales', 'held', '', '', '', '', NULL, 1, 3, NULL, NULL, NULL, '');
INSERT INTO pawl_fixture.pawl_jobs OVERRIDING SYSTEM VALUE VALUES (6, '\x018bcfe8272070049f4484f26269d9bc', 56, 1, 1700000180000, 1, '\x7b7d', 'ann', 'sales', 'waits', '', '', '', '', NULL, 1, 3, NULL, NULL, NULL, '');
INSERT INTO pawl_fixture.pawl_jobs OVERRIDING SYSTEM VALUE VALUES (7, '\x018bcfe827207005882e01dfc2c60784', 56, 39, 1700000180000, 1, '\x7b7d', 'ann', 'sales', 'counted', '', '', '', '', NULL, 1, 3, NULL, NULL, NULL, '26:active_per_tenant_at_claim3:key');
INSERT INTO pawl_fixture.pawl_jobs OVERRIDING SYSTEM VALUE VALUES (8, '\x018bcfe827207006915e4cfe4d3e14ba', 56, 39, 1700000180000, 1, '\x7b7d', 'ann', 'sales', 'counted', '', '', '', '', NULL, 1, 3, NULL, NULL, NULL, '26:active_per_tenant_at_claim3:key');
INSERT INTO pawl_fixture.pawl_jobs OVERRIDING SYSTEM VALUE VALUES (9, '\x018bcfe8272070078ca0d904ba8681d6', 56, 39, 1700000180000, 1, '\x7b7d', 'ann', 'sales', 'parked', '', '', '', '', NULL, 1, 3, NULL, NULL, NULL, '26:active_per_tenant_at_claim3:key');
INSERT INTO pawl_fixture.pawl_jobs OVERRIDING SYSTEM VALUE VALUES (10, '\x018bcfe827207008905a93fb6260105e', 56, 47, 1700000180000, 1, '\x7b7d', 'ann', 'sales', 'told', '', '', '', '', NULL, 1, 3, NULL, NULL, NULL, '');
INSERT INTO pawl_fixture.pawl_jobs OVERRIDING SYSTEM VALUE VALUES (11, '\x018bcfe8272070099ce158a42a555b4c', 56, 24, 1700000180000, 1, '\x7b7d', 'ann', 'sales', 'filmed', '', '', '', '', NULL, 1, 3, NULL, NULL, NULL, '');
INSERT INTO pawl_fixture.pawl_jobs OVERRIDING SYSTEM VALUE VALUES (12, '\x018bcfe82720700aa008522c765455ea', 56, 41, 1700000180000, 1, '\x7b7d', 'ann', 'sales', 'metered', '', '', '', '', NULL, 1, 3, NULL, NULL, NULL, '13:rate_per_user3:key21:rate_per_organisation3:key');
INSERT INTO pawl_fixture.pawl_jobs OVERRIDING SYSTEM VALUE VALUES (13, '\x018bcfe82720700bb60daec000919fba', 56, 8, 1700000180000, 1, '\x7b7d', 'ann', 'sales', 'ready', '', '', '', '', NULL, 1, 3, NULL, NULL, NULL, '');
INSERT INTO pawl_fixture.pawl_keys VALUES (56, 1, 'a-key', 2, '\x44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a', 1700000180000);
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
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (39, 'law.narrow');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (40, 'law.crowded');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (41, 'law.metered');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (42, 'law.stubborn');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (43, 'law.fleeting');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (44, 'law.few');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (45, 'law.bounded');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (46, 'law.keyed');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (47, 'law.telling');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (48, 'law.remote');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (49, 'law.shared');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (50, 'drafted');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (51, 'queued');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (52, 'reviewed');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (53, 'done');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (54, 'rejected');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (55, 'dropped');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (56, 'acme');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (57, 'law.narrow/active_per_tenant_at_claim');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (58, 'law.metered/rate_per_user');
INSERT INTO pawl_fixture.pawl_names OVERRIDING SYSTEM VALUE VALUES (59, 'law.metered/rate_per_organisation');
INSERT INTO pawl_fixture.pawl_outcomes VALUES (1, 1, 56, 'failed', 6, 3, 4, 3, 2, 0, '', 1700000000000, 1700000120000, 1700000120000, 1700086520000, 1, NULL, 'network_timeout', 'it did not work', 'host 7', 'running', 1, '');
INSERT INTO pawl_fixture.pawl_outcomes VALUES (2, 1, 56, 'succeeded', 5, 1, 2, 1, 0, 100, '', 1700000180000, 1700000180000, 1700000180000, 1700086580000, 1, '\x3432', NULL, NULL, NULL, NULL, 0, '');
INSERT INTO pawl_fixture.pawl_outcomes VALUES (10, 47, 56, 'succeeded', 5, 1, 2, 1, 0, 100, '', 1700000180000, 1700000180000, 1700000180000, 1700086580000, 1, '\x3432', NULL, NULL, NULL, NULL, 0, '');
INSERT INTO pawl_fixture.pawl_owners OVERRIDING SYSTEM VALUE VALUES (1, 'a worker', 1700000180000, 'boot 1');
INSERT INTO pawl_fixture.pawl_parked VALUES (57, 'key', 1699999580000, 9);
INSERT INTO pawl_fixture.pawl_queue VALUES (3, 1, 56, 1, 3, 393218, 'running', 1, 1700000181476, NULL, 0, 1, 2, 2, 1, 1, 0, '', 1700000180000, 1700000180000, 0, 8);
INSERT INTO pawl_fixture.pawl_queue VALUES (5, 1, 56, 1, 3, 262146, 'pending', 3, 1699999580000, 1, 60000, 1, 0, 0, 0, 0, 0, '', 0, 1700000180000, 0, 0);
INSERT INTO pawl_fixture.pawl_queue VALUES (6, 1, 56, 1, 3, 262146, 'pending', 0, 0, NULL, 0, 0, 0, 0, 0, 0, 0, '', 0, 1700000180000, 1, 0);
INSERT INTO pawl_fixture.pawl_queue VALUES (4, 1, 56, 1, 3, 393218, 'running', 4, 0, 1, 60000, 1, 2, 0, 1, 0, 50, '', 1700000180000, 1700000180000, 0, 6);
INSERT INTO pawl_fixture.pawl_queue VALUES (7, 39, 56, 1, 3, 393218, 'running', 4, 0, 1, 60000, 1, 1, 0, 1, 0, 0, '', 1700000180000, 1700000180000, 0, 32);
INSERT INTO pawl_fixture.pawl_queue VALUES (8, 39, 56, 1, 3, 393218, 'running', 4, 0, 1, 60000, 1, 1, 0, 1, 0, 0, '', 1700000180000, 1700000180000, 0, 32);
INSERT INTO pawl_fixture.pawl_queue VALUES (9, 39, 56, 1, 3, 262146, 'pending', 0, 0, NULL, 0, 0, 0, 0, 0, 0, 0, '', 0, 1700000180000, 0, 64);
INSERT INTO pawl_fixture.pawl_queue VALUES (11, 24, 56, 1, 3, 2359298, 'CREATED', 0, 0, NULL, 0, 0, 0, 0, 0, 0, 0, '', 0, 1700000180000, 0, 0);
INSERT INTO pawl_fixture.pawl_queue VALUES (12, 41, 56, 1, 3, 262146, 'pending', 2, 1699999580000, NULL, 0, 0, 0, 0, 0, 0, 0, '', 0, 1700000180000, 0, 0);
INSERT INTO pawl_fixture.pawl_queue VALUES (13, 8, 56, 1, 3, 262146, 'pending', 2, 1699999580000, NULL, 0, 0, 0, 0, 0, 0, 0, '', 0, 1700000180000, 0, 0);
INSERT INTO pawl_fixture.pawl_rates VALUES (58, 'key', 1700000200000000000);
INSERT INTO pawl_fixture.pawl_rates VALUES (59, 'key', 1700000900000000000);
INSERT INTO pawl_fixture.pawl_schema VALUES (2);
INSERT INTO pawl_fixture.pawl_slots VALUES (57, 'key', 1, 7, 0);
INSERT INTO pawl_fixture.pawl_slots VALUES (57, 'key', 2, 8, 0);
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
INSERT INTO pawl_fixture.pawl_types VALUES (39, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (40, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (41, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (42, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (43, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (44, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (45, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (46, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (47, 'deck');
INSERT INTO pawl_fixture.pawl_types VALUES (48, 'video');
INSERT INTO pawl_fixture.pawl_types VALUES (49, 'law_shared');
SELECT pg_catalog.setval('pawl_fixture.pawl_definitions_number_seq', 18, true);
SELECT pg_catalog.setval('pawl_fixture.pawl_events_feed_seq', 1, false);
SELECT pg_catalog.setval('pawl_fixture.pawl_jobs_key_seq', 1, false);
SELECT pg_catalog.setval('pawl_fixture.pawl_names_number_seq', 59, true);
SELECT pg_catalog.setval('pawl_fixture.pawl_owners_owner_seq', 1, true);
ALTER TABLE ONLY pawl_fixture.pawl_callbacks
    ADD CONSTRAINT pawl_callbacks_pkey PRIMARY KEY (job);
ALTER TABLE ONLY pawl_fixture.pawl_clock
    ADD CONSTRAINT pawl_clock_pkey PRIMARY KEY (line);
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
ALTER TABLE ONLY pawl_fixture.pawl_slots
    ADD CONSTRAINT pawl_slots_pkey PRIMARY KEY (lim, key, number);
ALTER TABLE ONLY pawl_fixture.pawl_transitions
    ADD CONSTRAINT pawl_transitions_pkey PRIMARY KEY (lifecycle, from_state, to_state);
ALTER TABLE ONLY pawl_fixture.pawl_types
    ADD CONSTRAINT pawl_types_pkey PRIMARY KEY (handler);
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
CREATE INDEX pawl_queue_ready ON pawl_fixture.pawl_queue USING btree (handler, format, tenant, order_at) WHERE (phase = 2);
CREATE INDEX pawl_queue_scheduled ON pawl_fixture.pawl_queue USING btree (handler, format, order_at) WHERE (phase = 1);
CREATE INDEX pawl_slots_job ON pawl_fixture.pawl_slots USING btree (job);
