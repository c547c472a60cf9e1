// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

/// The dashboard's sources, which stand beside this file; `./dev docs` makes it from them.

namespace pawl::http::detail {

inline constexpr std::string_view dashboard_html = R"~~~(<!doctype html>
<!-- SPDX-License-Identifier: BSL-1.0 -->
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>pawl</title>
<link rel="stylesheet" href="/dashboard/style.css">
<link rel="icon" href="data:,">
<script src="/dashboard/app.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header>
  <div class="bar">
    <h1><a href="#/">pawl</a></h1>
    <nav aria-label="Sections" hidden>
      <a href="#/" data-nav="queue">Queue</a>
      <a href="#/jobs" data-nav="jobs">Jobs</a>
      <a href="#/dead" data-nav="dead" data-needs="operate">Dead letters</a>
      <a href="#/schedules" data-nav="schedules">Schedules</a>
      <a href="#/workers" data-nav="workers" data-needs="operate">Workers</a>
    </nav>
    <div class="who">
      <label id="tenant-label" hidden>Tenant <select id="tenant"></select></label>
      <p id="live" role="status" aria-live="polite"><span class="dot" aria-hidden="true"></span><span id="live-text">not connected</span></p>
      <span id="me"></span>
      <button id="sign-out" type="button" hidden>Sign out</button>
    </div>
  </div>
  <p id="looking" class="looking" hidden></p>
  <p id="stale" class="looking stale" role="status" hidden></p>
</header>
<main id="main" tabindex="-1"></main>
<div id="toast" role="alert" aria-live="assertive"></div>

<template id="sign-in-view">
  <section class="card narrow">
    <h2>Sign in</h2>
    <form id="sign-in">
      <label for="token">Access token</label>
      <input id="token" type="password" autocomplete="off" required>
      <p class="hint">It stays in this tab, and is sent in the Authorization header only.</p>
      <button class="primary" type="submit">Sign in</button>
      <p id="sign-in-error" class="error" role="alert"></p>
    </form>
  </section>
</template>

<template id="queue-view">
  <section aria-labelledby="queue-title">
    <h2 id="queue-title">Queue</h2>
    <dl class="tiles" id="totals"></dl>
    <div class="card flush scroll" tabindex="0" role="region" aria-label="Job types">
      <table>
        <thead><tr><th scope="col">Type</th><th scope="col" class="number">Ready</th><th scope="col" class="number">Running</th><th scope="col" class="number">Waiting</th><th scope="col" class="number">Dead</th><th scope="col" class="number">Ended / min</th><th scope="col" class="number">p50</th><th scope="col" class="number">p95</th><th scope="col">Last ten minutes</th></tr></thead>
        <tbody id="types"></tbody>
      </table>
    </div>
  </section>
  <section aria-labelledby="recent-title">
    <h2 id="recent-title">Latest jobs</h2>
    <ul class="jobs" id="recent"></ul>
  </section>
</template>

<template id="jobs-view">
  <section aria-labelledby="jobs-title">
    <h2 id="jobs-title">Jobs</h2>
    <form class="filters" id="filters">
      <label>Type <select id="filter-type"><option value="">any</option></select></label>
      <label>Status <select id="filter-status"><option value="">any</option></select></label>
      <label>Subject <input id="filter-subject" type="search"></label>
    </form>
    <ul class="jobs" id="list"></ul>
    <button id="more" type="button" hidden>Older jobs</button>
  </section>
</template>

<template id="job-view">
  <section aria-labelledby="job-title">
    <p class="trail"><a href="#/jobs">Jobs</a></p>
    <h2 id="job-title"></h2>
    <div class="card" id="job-head"></div>
    <div class="card">
      <h3>Lifecycle</h3>
      <div id="diagram" class="scroll" tabindex="0" role="region" aria-label="Lifecycle diagram"></div>
      <div class="buttons" id="actions" role="group" aria-label="What can happen next"></div>
    </div>
    <div class="pair">
      <div class="card">
        <h3>What happened</h3>
        <div id="timeline" tabindex="0" role="region" aria-label="What happened"></div>
      </div>
      <div>
        <div class="card" id="result-card" hidden><h3>Result</h3><pre id="result"></pre></div>
        <div class="card"><h3>Payload</h3><pre id="payload"></pre></div>
        <div class="card"><h3>Record</h3><dl class="record" id="record"></dl></div>
      </div>
    </div>
  </section>
</template>

<template id="absent-view">
  <section class="card narrow" aria-labelledby="absent-title">
    <h2 id="absent-title">There is no such job</h2>
    <p class="hint">It belongs to another tenant, or was kept for as long as its type says.</p>
    <p><a href="#/jobs">All jobs</a></p>
  </section>
</template>

<template id="dead-view">
  <section aria-labelledby="dead-title">
    <h2 id="dead-title">Dead letters</h2>
    <p class="hint">Jobs that were given up. Replaying submits one again, as a new job that names it as its parent.</p>
    <ul class="jobs" id="letters"></ul>
    <button id="more" type="button" hidden>Older dead letters</button>
  </section>
</template>

<template id="schedules-view">
  <section aria-labelledby="schedules-title">
    <h2 id="schedules-title">Schedules</h2>
    <p class="hint">Jobs that are made by themselves, each slot once.</p>
    <ul class="workers" id="schedules"></ul>
    <button id="more" type="button" hidden>More schedules</button>
  </section>
</template>

<template id="workers-view">
  <section aria-labelledby="workers-title">
    <h2 id="workers-title">Workers</h2>
    <p class="hint">Processes that run jobs, with their last sign of life and what they hold.</p>
    <ul class="workers" id="workers"></ul>
  </section>
</template>
</body>
</html>
)~~~";

inline constexpr std::string_view dashboard_css = R"~~~(/* SPDX-License-Identifier: BSL-1.0 */
:root {
  color-scheme: light dark;
  --back: #f5f6f8; --card: #ffffff; --ink: #1b1f24; --quiet: #57606a; --line: #dfe3e8; --soft: #eef1f4;
  --accent: #0a5cc2; --good: #1a6e36; --bad: #b3261e; --busy: #8a5300; --idle: #5a6573;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #13161b; --card: #1b2027; --ink: #e6eaef; --quiet: #a3adb8; --line: #2f3741; --soft: #262d36;
    --accent: #6cb0ff; --good: #63cf86; --bad: #ff8a80; --busy: #f0b35e; --idle: #a9b4c0;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--back); color: var(--ink);
  font: 14.5px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
/* What the script brings the focus to has no frame: it is the whole page. */
main:focus-visible { outline: none; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 8px; top: 8px; background: var(--card); padding: 8px; z-index: 3; }

/* The bar on top */
header { position: sticky; top: 0; z-index: 2; background: var(--card); border-bottom: 1px solid var(--line); }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 26px; max-width: 1180px; margin: 0 auto;
  padding: 8px 20px; min-height: 54px; }
header h1 { margin: 0; font-size: 19px; letter-spacing: .01em; }
header h1 a { color: inherit; text-decoration: none; }
nav { display: flex; gap: 4px; }
nav a { text-decoration: none; color: var(--quiet); padding: 6px 10px; border-radius: 7px; }
nav a:hover { background: var(--soft); }
nav a[aria-current] { color: var(--ink); background: var(--soft); font-weight: 600; }
.who { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 16px; margin-left: auto; color: var(--quiet); font-size: 13px; }
.who label { display: flex; align-items: center; gap: 6px; }
#live { margin: 0; }
.dot { display: inline-block; width: 8px; height: 8px; border-radius: 50%; background: var(--bad); margin-right: 6px; }
.connected .dot { background: var(--good); }
.looking { margin: 0; padding: 6px 20px; text-align: center; font-size: 13px; background: var(--soft); border-top: 1px solid var(--line); }

.stale { color: var(--card); background: var(--bad); border-top: 0; }

/* What all views share */
main { max-width: 1180px; margin: 0 auto; padding: 10px 20px 60px; outline: none; }
h2 { font-size: 18px; margin: 20px 0 12px; overflow-wrap: anywhere; }
h3 { font-size: 14px; margin: 0 0 12px; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 16px 18px;
  margin-bottom: 16px; min-width: 0; }
.flush { padding: 0; }
.narrow { max-width: 400px; margin: 64px auto; }
.narrow h2 { margin-top: 0; }
.hint, .trail { color: var(--quiet); font-size: 13px; }
.trail { margin: 12px 0 -14px; }
.error { color: var(--bad); }
label { display: block; font-size: 13px; color: var(--quiet); }
input, select, button { font: inherit; color: var(--ink); background: var(--card);
  border: 1px solid var(--line); border-radius: 7px; padding: 5px 10px; min-height: 34px; }
input, select { border-color: var(--quiet); }
.narrow input { width: 100%; margin-top: 4px; }
button { cursor: pointer; }
button:hover:enabled { background: var(--soft); }
button:disabled { opacity: .5; cursor: default; }
button.primary, button.primary:hover:enabled { background: var(--accent); color: var(--card); border-color: var(--accent); font-weight: 600; }
button.danger { color: var(--bad); border-color: var(--bad); }
.buttons { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 12px; }
.buttons:empty { display: none; }
.scroll { overflow-x: auto; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.badge { display: inline-block; border-radius: 99px; padding: 1px 10px; font-size: 12.5px; font-weight: 600; white-space: nowrap;
  border: 1px solid currentColor; }
.k-success { color: var(--good); } .k-failure, .k-dead { color: var(--bad); }
.k-active { color: var(--accent); } .k-waiting { color: var(--busy); }
.k-ready, .k-dormant, .k-cancelled, .k-none { color: var(--idle); }
.job .stage { margin-top: 4px; }
progress { appearance: none; display: block; width: 100%; height: 6px; border: 0; border-radius: 3px; overflow: hidden; background: var(--line); }
progress::-webkit-progress-bar { background: var(--line); }
progress::-webkit-progress-value { background: var(--accent); }
progress::-moz-progress-bar { background: var(--accent); }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 12.5px/1.5 ui-monospace, Menlo, Consolas, monospace; }
code { font: 12.5px ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }

/* The queue at a glance */
.tiles { display: grid; grid-template-columns: repeat(5, minmax(0, 1fr)); gap: 12px; margin: 0 0 16px; }
.tile { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 12px 16px;
  display: flex; flex-direction: column-reverse; }
.tile dd { margin: 0; font-size: 26px; line-height: 1.2; font-weight: 600; font-variant-numeric: tabular-nums; }
.tile dt { color: var(--quiet); font-size: 13px; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; padding: 9px 16px; border-bottom: 1px solid var(--line); white-space: nowrap; }
th.number, td.number { text-align: right; }
tbody tr:last-child > * { border-bottom: 0; }
th { font-size: 12.5px; color: var(--quiet); font-weight: 600; }
tbody th { font-size: inherit; }
td.zero { color: var(--quiet); }
svg.spark { display: block; }
svg.spark rect { fill: var(--accent); stroke: none; } svg.spark .none { fill: var(--line); }

/* Lists of jobs */
.jobs, .workers { list-style: none; margin: 0; padding: 0; }
.jobs { background: var(--card); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
.jobs + button { margin-top: 12px; }
.job { display: grid; grid-template-columns: minmax(0, 1.5fr) 160px minmax(0, 1.5fr) 96px 84px; gap: 2px 18px; align-items: center;
  padding: 9px 16px; border-bottom: 1px solid var(--line); }
.job.acts { grid-template-columns: minmax(0, 1.5fr) 160px minmax(0, 1.5fr) 96px 84px 84px; }
.job:last-child { border-bottom: 0; }
.job .name { font-weight: 600; overflow-wrap: anywhere; text-decoration: none; }
.job .name:hover { text-decoration: underline; }
.job .about, .job .stage, .job .tries, .job .when { color: var(--quiet); font-size: 13px; overflow-wrap: anywhere; display: block; }
.job .tries, .job .when { text-align: right; font-variant-numeric: tabular-nums; }
.job .error { color: var(--bad); margin-top: 0; }
.job .why { grid-column: 1 / -1; font-size: 13px; overflow-wrap: anywhere; }
.job .again { justify-self: center; font-size: 13px; }
.jobs .none, .workers .none { padding: 16px; color: var(--quiet); }
.filters { display: flex; flex-wrap: wrap; gap: 12px; margin-bottom: 14px; }
.filters select, .filters input { display: block; margin-top: 3px; min-width: 170px; }

/* One job */
#job-head { display: grid; gap: 8px; }
#job-head .top { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 14px; }
#job-head p { margin: 0; }
.pair { display: grid; grid-template-columns: minmax(0, 1.1fr) minmax(0, 1fr); gap: 16px; align-items: start; }
#timeline { max-height: 620px; overflow: auto; padding-left: 6px; }
#timeline h4 { margin: 14px 0 6px -6px; font-size: 13px; color: var(--quiet); display: flex; justify-content: space-between; gap: 12px; }
#timeline h4:first-child { margin-top: 0; }
#timeline h4 span { font-weight: 400; }
#timeline ol { list-style: none; margin: 0; padding: 0 0 0 14px; border-left: 2px solid var(--line); }
#timeline li { position: relative; display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 12px; padding: 3px 0; overflow-wrap: anywhere; }
#timeline li::before { content: ""; position: absolute; left: -19px; top: 10px; width: 8px; height: 8px; border-radius: 50%;
  background: var(--card); border: 2px solid var(--idle); }
#timeline li.step::before { background: var(--accent); border-color: var(--accent); }
#timeline li.bad::before { background: var(--bad); border-color: var(--bad); }
#timeline time { color: var(--quiet); font-size: 12.5px; font-variant-numeric: tabular-nums; }
#timeline .said { grid-column: 1 / -1; color: var(--quiet); font-size: 13px; }
.record { display: grid; grid-template-columns: minmax(100px, max-content) minmax(0, 1fr); gap: 5px 18px; margin: 0; font-size: 13.5px; }
.record dt { color: var(--quiet); } .record dd { margin: 0; overflow-wrap: anywhere; }
#diagram svg { display: block; max-width: none; }
#diagram text { font: 12.5px system-ui, sans-serif; fill: var(--ink); }
#diagram .edge-label { font-size: 11px; fill: var(--quiet); paint-order: stroke; stroke: var(--card); stroke-width: 4px; stroke-linejoin: round; }
#diagram rect { fill: var(--card); stroke: var(--idle); stroke-width: 1.2; }
#diagram .over rect { fill: var(--soft); }
#diagram .lit rect { fill: var(--accent); stroke: var(--accent); } #diagram .lit text { fill: var(--card); font-weight: 700; }
#diagram path { fill: none; stroke: var(--idle); stroke-width: 1.1; } #diagram marker path { fill: var(--idle); stroke: none; }
#diagram #next-tip path { fill: var(--accent); }
#diagram .next { stroke: var(--accent); stroke-width: 1.8; }

/* Workers */
.worker { padding: 0; overflow: hidden; }
.worker .top { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 16px; padding: 14px 18px; }
.worker h3 { margin: 0; font-size: 15px; overflow-wrap: anywhere; }
.worker .seen { color: var(--quiet); font-size: 13px; }
.worker .holds { margin-left: auto; color: var(--quiet); font-size: 13px; font-variant-numeric: tabular-nums; }
.worker .buttons { display: flex; gap: 8px; padding: 0 18px 14px; }
#types th .badge, #types th button { margin-left: 8px; }
#types th button { padding: 2px 8px; font-size: 13px; font-weight: 400; }
.worker .jobs { border: 0; border-top: 1px solid var(--line); border-radius: 0; }

#toast { position: fixed; left: 50%; bottom: 20px; transform: translateX(-50%); background: var(--ink); color: var(--back);
  padding: 10px 16px; border-radius: 8px; max-width: 90vw; visibility: hidden; }
#toast.shown { visibility: visible; }

@media (max-width: 860px) {
  .tiles { grid-template-columns: repeat(auto-fit, minmax(96px, 1fr)); gap: 8px; }
  .tile { padding: 10px 12px; } .tile dd { font-size: 21px; }
  .pair { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .bar { padding: 8px 14px; gap: 6px 14px; } main { padding: 4px 14px 50px; }
  nav { order: 3; width: 100%; overflow-x: auto; margin: 0 -6px; } nav a { white-space: nowrap; padding: 6px 8px; }
  .who { gap: 4px 12px; } #me { display: none; }
  .job, .job.acts { grid-template-columns: minmax(0, 1fr) auto; padding: 10px 14px; gap: 4px 12px; }
  .job .state { text-align: right; } .job .progress { grid-column: 1 / -1; }
  .job .tries { text-align: left; }
  .job.acts button { grid-column: 1 / -1; }
  .filters label { flex: 1 1 130px; } .filters select, .filters input { width: 100%; min-width: 0; }
  th, td { padding: 8px 12px; }
}
)~~~";

inline constexpr std::string_view dashboard_js = R"~~~(// SPDX-License-Identifier: BSL-1.0
// The page: shows what the API answers, and follows its stream of events. Text of jobs only ever
// becomes text nodes.
"use strict";

const tokenKey = "pawl-token", tenantKey = "pawl-tenant";
const $ = (id) => document.getElementById(id);
let types = [];
let me = null;      // whose token it is, and what it allows
let looking = "";   // another tenant that an operator of the root tenant looks at; empty: its own
let shown = null;   // the view that is on screen: {refresh}
let stream = null;  // aborts this tab's wait for the stream of events, or its stream
const ended = new Map();  // type -> {total, times}: when jobs of it ended, in the last minutes
const may = (permission) => me?.permissions.includes(permission) && !(looking && permission !== "read" && permission !== "operate");

// --- Talking to the API --------------------------------------------------------------------------

/// What is thrown if there is no answer at all.
class Unanswered extends Error {
  constructor() { super("The service does not answer."); }
}
class Refused extends Error {
  constructor(status, problem) {
    super(problem.detail || problem.title || "The service answered " + status);
    this.status = status;
  }
}

/// Of another tenant's jobs, if the page looks at one.
const ofTenant = (path) => !looking ? path : path + (path.includes("?") ? "&" : "?") + "tenant=" + encodeURIComponent(looking);

async function call(path, options = {}) {
  const headers = { Authorization: "Bearer " + sessionStorage.getItem(tokenKey), "Pawl-View": "job" };
  if (options.body) headers["Content-Type"] = "application/json";
  const answer = await fetch(path, { method: options.method || "GET", headers, body: options.body }).catch(() => { throw new Unanswered(); });
  if (answer.status === 204) return null;
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    if (answer.status === 401 && me) signOut("This token is not known any more.");
    throw new Refused(answer.status, body);
  }
  return body;
}
const look = (path) => call(ofTenant(path));
const post = (path, body) => call(path, { method: "POST", body: body ? JSON.stringify(body) : undefined });

// --- Noticing what happens -----------------------------------------------------------------------

/// Over HTTP/1.1 a browser opens six connections to a service, and a stream of events keeps one. So
/// one tab of a browser has the stream, and notifies the others. The browser gives the lock to the
/// next tab that waits for it when the tab that holds it signs out, is closed or crashes.
const streamLock = "pawl-stream";
/// Held beside it while the stream is open; its name says whose events the stream has.
const openLock = () => "pawl-open " + JSON.stringify([me, looking]);
/// Null: the browser has no locks, as on a page that came over plain HTTP from another machine.
const tabs = navigator.locks && window.BroadcastChannel ? new BroadcastChannel("pawl-events") : null;
let notifiedAt = 0;
if (tabs) tabs.onmessage = ({ data }) => { if (me && data === openLock()) noticed(); };

/// Begins to wait for the stream anew: it is of this tab's token and tenant.
function follow() {
  stream?.abort();
  stream = new AbortController();
  const { signal } = stream;
  if (tabs) navigator.locks.request(streamLock, { signal }, () => readStreams(signal)).catch(() => { /* aborted while it waited */ });
}

async function readStreams(signal) {
  while (!signal.aborted) {
    try {
      const headers = { Authorization: "Bearer " + sessionStorage.getItem(tokenKey) };
      const answer = await fetch(ofTenant("/v1/events?from=now"), { headers, signal });
      if (answer.status === 401) return signOut("This token is not known any more.");
      if (answer.ok) await navigator.locks.request(openLock(), () => readStream(answer.body));
    } catch { /* the line broke, or the tab waits for another stream */ }
    if (signal.aborted) return;
    setLive(false);
    notify();
    await new Promise((go) => setTimeout(go, 1500));
  }
}
/// What comes only says that something has happened, or that the service lives: what is shown is
/// read anew. So is what happened before the stream was open.
async function readStream(body) {
  const reader = body.getReader();
  do notify(); while (!(await reader.read()).done);
}
function notify() {
  noticed();
  tabs.postMessage(openLock());
}
function noticed() {
  notifiedAt = Date.now();
  soon();
}

/// A tab for which no stream is open reads every two seconds: the stream may be that of another
/// token or tenant. So does a tab that is notified of nothing for longer than a stream is silent,
/// for a browser may have frozen the tab that has the stream.
setInterval(async () => {
  if (!me || document.hidden) return;
  const locks = tabs && Date.now() - notifiedAt < 20000 ? (await navigator.locks.query()).held : [];
  if (me && !locks.some((each) => each.name === openLock())) soon();
}, 2000);
document.addEventListener("visibilitychange", () => { if (me && !document.hidden) soon(); });

/// Many events in a moment are one refresh, and a service that takes long to answer is asked less
/// often.
let wanted = false, refreshing = false, took = 0;
function soon() {
  wanted = true;
  if (refreshing) return;
  refreshing = true;
  setTimeout(async () => {
    wanted = false;
    const begun = performance.now();
    await refresh();
    took = performance.now() - begun;
    refreshing = false;
    if (wanted) soon();
  }, Math.min(10000, Math.max(250, 4 * took)));
}
let readAt = "";  // when the view was last as the service says
async function refresh(view = shown) {
  try {
    await view?.refresh();
    readAt = clock(Date.now());
    if (me && view) setLive(true);
  } catch (problem) {
    tell(problem);
  }
}
/// The bar on top says that nothing is answered; what was refused is told here.
function tell(problem) {
  if (problem instanceof Unanswered) return setLive(false);
  if (me) setLive(true);
  toast(problem.message);
}

// --- Making nodes --------------------------------------------------------------------------------

function node(name, attributes = {}, ...children) {
  const made = name.startsWith("svg:") ? document.createElementNS("http://www.w3.org/2000/svg", name.slice(4))
                                       : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick") made.addEventListener("click", value);
    else if (value !== undefined && value !== null) made.setAttribute(key, value);
  }
  made.append(...children.filter((each) => each !== null && each !== undefined));
  return made;
}

/// Makes the children what they should be. Those that have not changed stay as they are, and the
/// focus stays where it was, also in one that has changed.
const made = new WeakMap();  // child -> what it was made from
function fill(parent, items, keyOf, make, none) {
  const before = new Map([...parent.children].map((each) => [each.dataset.key, each]));
  const focusable = "a, button", active = document.activeElement;
  let focus = parent.contains(active) ? active : null;
  parent.replaceChildren(...items.map((item) => {
    const key = keyOf(item), from = JSON.stringify(item), old = before.get(key);
    if (old && made.get(old) === from) return old;
    const child = make(item);
    child.dataset.key = key;
    made.set(child, from);
    if (focus && old === active) focus = child;
    else if (focus && old?.contains(active)) focus = child.querySelectorAll(focusable)[[...old.querySelectorAll(focusable)].indexOf(active)];
    return child;
  }));
  focus?.focus({ preventScroll: true });
  if (!items.length && none) parent.append(node(parent.tagName === "TBODY" ? "tr" : "li", { class: "none" }, none));
}

const ago = (time) => {
  const seconds = (Date.now() - Date.parse(time)) / 1000;
  if (seconds < 60) return Math.max(0, Math.round(seconds)) + " s ago";
  if (seconds < 3600) return Math.round(seconds / 60) + " min ago";
  if (seconds < 86400) return Math.round(seconds / 3600) + " h ago";
  return new Date(time).toLocaleDateString();
};
const seconds = (ms) => (ms === undefined ? "–" : ms < 1000 ? ms + " ms" : ms < 60000 ? (ms / 1000).toFixed(1) + " s" : (ms / 60000).toFixed(1) + " min");
const countdown = (left) => left < 120 ? left + " s" : left < 7200 ? Math.floor(left / 60) + " min " + left % 60 + " s"
  : Math.floor(left / 3600) + " h " + Math.floor(left % 3600 / 60) + " min";
const clock = (time) => new Date(time).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const typeOf = (name) => types.find((each) => each.handlerId === name);
const kindOf = (job) => typeOf(job.type)?.states.find((each) => each.name === job.status)?.kind || "none";
const overKinds = ["success", "failure", "cancelled", "dead"];
const isOver = (job) => overKinds.includes(kindOf(job));
const badge = (job) => node("span", { class: "badge k-" + kindOf(job) }, job.status);
const words = (...parts) => parts.filter(Boolean).join(" · ");

/// Texts that depend on the time are written again every second.
const timed = {
  due: (time) => { const left = Math.ceil((Date.parse(time) - Date.now()) / 1000); return left > 0 ? "due in " + countdown(left) : "due now"; },
  ago,
  seen: (time) => "last sign of life " + ago(time),
};
function timedText(kind, time, attributes = {}) {
  return node("span", { ...attributes, "data-timed": kind, "data-time": time }, timed[kind](time));
}
setInterval(() => document.querySelectorAll("[data-timed]").forEach((each) => {
  const text = timed[each.dataset.timed](each.dataset.time);
  if (each.textContent !== text) each.textContent = text;
}), 1000);

function toast(text) {
  $("toast").textContent = text;
  $("toast").classList.add("shown");
  setTimeout(() => $("toast").classList.remove("shown"), 5000);
}
function setLive(connected) {
  $("live").classList.toggle("connected", connected);
  $("live-text").textContent = connected ? "live" : "reconnecting…";
  $("stale").hidden = connected || !me;
  if (!connected) $("stale").textContent = "The service does not answer." + (readAt ? " What you see was read at " + readAt + "." : "") +
    " The page goes on by itself when it is back.";
}
/// Runs what a button asks for, and tells what came of it.
async function act(button, work, done) {
  button.disabled = true;
  try {
    await work();
    if (done) toast(done);
    await shown?.refresh();
  } catch (problem) {
    toast(problem.message);  // also if there is no answer: something was pressed
  } finally {
    button.disabled = false;
  }
}

/// A job as one line of a list.
function jobItem(job, about = job.subjectId && "about " + job.subjectId) {
  const over = isOver(job);
  const waits = job.dueAt && !over;
  const why = job.error && job.error.code + ": " + job.error.message;
  return node("li", { class: "job" },
    node("div", {}, node("a", { class: "name", href: "#/jobs/" + job.id }, job.type), about ? node("span", { class: "about" }, about) : null),
    node("div", { class: "state" }, badge(job)),
    node("div", { class: "progress" },
      over ? null : node("progress", { max: 100, value: job.progress, "aria-label": "Progress of " + job.type }),
      over ? null : node("span", { class: "stage" }, words(job.progress + " %", job.stage?.replaceAll("_", " "))),
      waits ? timedText("due", job.dueAt, { class: "stage" }) : null,
      over && !why && job.startedAt ? node("span", { class: "stage" }, "took " + seconds(Date.parse(job.completedAt) - Date.parse(job.startedAt))) : null,
      over && why ? node("span", { class: "stage error" }, why) : null),
    node("span", { class: "tries" }, job.attempts + " of " + job.maxAttempts + (job.maxAttempts === 1 ? " try" : " tries")),
    timedText("ago", job.updatedAt, { class: "when" }),
    !over && why ? node("span", { class: "why error" }, why) : null);
}

// --- The queue at a glance -----------------------------------------------------------------------

/// How many jobs ended in each of the last twenty half minutes.
function spark(times) {
  const steps = 20, length = 30000, now = Date.now(), counts = new Array(steps).fill(0);
  for (const each of times) {
    const at = steps - 1 - Math.floor((now - each) / length);
    if (at >= 0 && at < steps) counts[at]++;
  }
  const most = Math.max(1, ...counts);
  const total = counts.reduce((sum, each) => sum + each, 0);
  return node("svg:svg", { class: "spark", width: 120, height: 24, viewBox: "0 0 120 24", role: "img",
    "aria-label": total + " jobs ended in the last ten minutes" },
    ...counts.map((each, i) => {
      const height = each ? Math.max(3, 22 * each / most) : 1;
      return node("svg:rect", { x: i * 6, y: 23 - height, width: 4, height, rx: 1, class: each ? null : "none" });
    }));
}

const overOf = (type) => type.states.filter((state) => overKinds.includes(state.kind)).map((state) => state.name);

/// Notes what ended since the counts were read for the last time.
function noteEnds(counts, recent) {
  for (const each of types) {
    const over = overOf(each);
    const total = counts.filter((one) => one.handlerId === each.handlerId && over.includes(one.status)).reduce((sum, one) => sum + one.count, 0);
    const known = ended.get(each.handlerId) || { total, times: recent.filter((job) => job.type === each.handlerId && job.completedAt)
      .map((job) => Date.parse(job.completedAt)) };
    for (let i = known.total; i < total; i++) known.times.push(Date.now());
    known.total = total;
    known.times = known.times.filter((time) => Date.now() - time < 600000).slice(-20000);
    ended.set(each.handlerId, known);
  }
}

/// Whether a type is paused or drained, and what an operator of all tenants can do about it.
function controlsOf({ name, said }) {
  const marks = ["paused", "draining"].filter((each) => said[each]).map((each) => node("span", { class: "badge" }, each));
  const ask = (word, done) => node("button", { type: "button", "aria-label": word + " " + name,
    onclick: (event) => act(event.currentTarget, () => post("/v1/handlers/" + encodeURIComponent(name) + "/" + word.toLowerCase()), name + " is " + done + ".") }, word);
  if (me.tenant !== "root" || !me.permissions.includes("operate")) return marks;
  return [...marks, said.paused ? null : ask("Pause", "paused"), said.draining ? null : ask("Drain", "draining"),
    marks.length ? ask("Resume", "resumed") : null];
}

function queueView() {
  const of = (counts, type, phases) => counts.filter((each) => each.handlerId === type && phases.includes(each.phase))
    .reduce((sum, each) => sum + each.count, 0);
  const lastMinute = (name) => ended.get(name).times.filter((time) => Date.now() - time < 60000).length;
  return {
    async refresh() {
      // The first look is at more jobs: when they ended is where the history begins.
      // Where jobs are hidden from callers, numbers of all jobs are refused to most of them.
      const refused = (why) => { if (why.status !== 403) throw why; return null; };
      const [counted, page] = await Promise.all([look("/v1/stats").catch(refused), look("/v1/jobs?limit=" + (ended.size ? 10 : 200))]);
      const stats = counted || { items: [], durations: [], deadByType: [], controls: [] };
      const number = (count) => counted ? String(count) : "–";
      noteEnds(stats.items, page.items);
      if (!$("types")) return;
      const sum = (of) => types.reduce((all, each) => all + of(each.handlerId), 0);
      const all = (phases) => sum((name) => of(stats.items, name, phases));
      fill($("totals"), [["Ready", all(["ready"])], ["Running", all(["held", "running"])], ["Waiting", all(["scheduled", "blocked"])],
        ["Dead letters", stats.deadLetters], ["Ended / min", sum(lastMinute)]], ([name]) => name, ([name, count]) =>
        node("div", { class: "tile" }, node("dt", {}, name), node("dd", {}, number(count))));
      const rows = types.map((each) => {
        const name = each.handlerId;
        const timing = stats.durations.find((one) => one.handlerId === name) || {};
        return { name, counts: [of(stats.items, name, ["ready"]), of(stats.items, name, ["held", "running"]),
          of(stats.items, name, ["scheduled", "blocked"]), stats.deadByType.find((one) => one.handlerId === name)?.count || 0,
          lastMinute(name)], said: stats.controls.find((one) => one.handlerId === name) || {}, timing: [seconds(timing.p50Ms), seconds(timing.p95Ms)], times: ended.get(name).times, now: Math.floor(Date.now() / 1000) };
      });
      fill($("types"), rows, (row) => row.name, (row) => node("tr", {},
        node("th", { scope: "row" }, node("a", { href: "#/jobs?type=" + encodeURIComponent(row.name) }, row.name), ...controlsOf(row)),
        ...row.counts.map((count) => node("td", { class: "number" + (count ? "" : " zero") }, number(count))),
        ...row.timing.map((text) => node("td", { class: "number" }, text)), node("td", {}, spark(row.times))));
      fill($("recent"), page.items.slice(0, 10), (job) => job.id, (job) => jobItem(job), "No jobs yet.");
    },
  };
}

// --- Lists ---------------------------------------------------------------------------------------

/// A list with more behind it: the first page is read anew, what was asked for behind it stays.
function paged(list, path, show, none) {
  let older = [], cursor = "";
  const view = {
    async refresh() {
      const page = await look(path(""));
      if (!$(list)) return;
      if (!older.length) cursor = page.nextCursor || "";
      const first = new Set(page.items.map(show.key));
      fill($(list), [...page.items, ...older.filter((each) => !first.has(show.key(each)))], show.key, show.make, none);
      $("more").hidden = !cursor;
    },
    restart() { older = []; refresh(view); },
  };
  $("more").addEventListener("click", (event) => act(event.currentTarget, async () => {
    const page = await look(path(cursor));
    older = older.concat(page.items);
    cursor = page.nextCursor || "";
  }));
  return view;
}

function jobsView(query) {
  const chosen = new URLSearchParams(query);
  const option = (name) => node("option", { value: name }, name);
  $("filter-type").append(...types.map((each) => option(each.handlerId)));
  $("filter-type").value = chosen.get("type") || "";
  const fillStates = () => {
    const from = $("filter-type").value ? [typeOf($("filter-type").value)] : types;
    const names = [...new Set(from.filter(Boolean).flatMap((each) => each.states.map((state) => state.name)))];
    const kept = $("filter-status").value;
    $("filter-status").replaceChildren(node("option", { value: "" }, "any"), ...names.map(option));
    if (names.includes(kept)) $("filter-status").value = kept;
  };
  fillStates();
  $("filter-status").value = chosen.get("status") || "";
  if ($("filter-status").selectedIndex < 0) $("filter-status").value = "";
  $("filter-subject").value = chosen.get("subject") || "";
  const path = (cursor) => {
    const asked = new URLSearchParams({ limit: "50" });
    if ($("filter-type").value) asked.set("handler", $("filter-type").value);
    if ($("filter-status").value) asked.set("status", $("filter-status").value);
    if ($("filter-subject").value) asked.set("subject", $("filter-subject").value);
    if (cursor) asked.set("cursor", cursor);
    // The service takes a plus sign for one; forms are not what it is sent.
    return "/v1/jobs?" + asked.toString().replaceAll("+", "%20");
  };
  const view = paged("list", path, { key: (job) => job.id, make: (job) => jobItem(job) }, "No jobs match.");
  // The address has the filters, so that they can be kept and come back.
  const changed = () => {
    fillStates();
    const kept = new URLSearchParams();
    for (const name of ["type", "status", "subject"]) if ($("filter-" + name).value) kept.set(name, $("filter-" + name).value);
    history.replaceState(null, "", "#/jobs" + (kept.size ? "?" + kept : ""));
    view.restart();
  };
  $("filters").addEventListener("change", changed);
  $("filters").addEventListener("submit", (event) => { event.preventDefault(); changed(); });
  return view;
}

function deadView() {
  const letterItem = (letter) => {
    const item = jobItem(letter.job, words(letter.job.subjectId && "about " + letter.job.subjectId,
      "dead since " + new Date(letter.deadSince).toLocaleString()));
    if (!letter.replayedAs && (!may("operate") || looking)) return item;
    item.classList.add("acts");
    item.append(letter.replayedAs ? node("a", { class: "again", href: "#/jobs/" + letter.replayedAs, "aria-label": "Replayed as " + letter.replayedAs }, "replayed") :
      node("button", { type: "button", "aria-label": "Replay " + letter.job.type + " " + letter.job.id,
      onclick: (event) => act(event.currentTarget, () => post("/v1/dlq/" + letter.job.id + "/replay"), "Submitted again") }, "Replay"));
    return item;
  };
  return paged("letters", (cursor) => "/v1/dlq?limit=50" + (cursor ? "&cursor=" + encodeURIComponent(cursor) : ""),
    { key: (letter) => letter.job.id, make: letterItem }, "No dead letters.");
}

function schedulesView() {
  const times = (each) => each.everyMs ? "every " + each.everyMs / 1000 + " s" : each.cron + " " + each.zone;
  const scheduleItem = (each) => {
    const path = "/v1/schedules/" + each.scheduleId;
    const title = each.name || each.type;
    const button = (label, verb, done) => node("button", { type: "button", "aria-label": label + " " + title,
      onclick: (event) => act(event.currentTarget, () => post(path + "/" + verb), done) }, label);
    const item = node("li", { class: "card worker" },
      node("div", { class: "top" }, node("h3", {}, title),
        node("span", { class: "badge " + (each.paused ? "k-dormant" : "k-success") }, each.paused ? "paused" : "on"),
        each.nextAt ? node("span", { class: "seen" }, "next " + new Date(each.nextAt).toLocaleString()) : null,
        each.lastJobId ? node("a", { class: "seen", href: "#/jobs/" + each.lastJobId }, "last job") : null,
        node("span", { class: "holds" }, words(times(each), each.type, me.seesTenants && "of " + each.tenant, each.problem))));
    if (may("control") && !looking)
      item.append(node("div", { class: "buttons", role: "group", "aria-label": "What can be done with " + title },
        each.paused ? button("Resume", "resume", "Resumed") : button("Pause", "pause", "Paused"),
        button("Run now", "run", "Submitted")));
    return item;
  };
  return paged("schedules", (cursor) => "/v1/schedules?limit=50" + (cursor ? "&cursor=" + encodeURIComponent(cursor) : ""),
    { key: (each) => String(each.scheduleId), make: scheduleItem }, "No schedules.");
}

function workersView() {
  const workerItem = (worker) => {
    const silent = !worker.lastSeenAt || Date.now() - Date.parse(worker.lastSeenAt) > 60000;
    const jobs = node("ul", { class: "jobs" }, ...worker.jobs.map(({ tenant, job }) =>
      jobItem(job, words(job.subjectId && "about " + job.subjectId, me.seesTenants && !looking && "of " + tenant))));
    const hidden = worker.holds - worker.jobs.length;
    if (hidden > 0) jobs.append(node("li", { class: "none" }, "and " + hidden + " more"));
    return node("li", { class: "card worker" },
      node("div", { class: "top" }, node("h3", {}, worker.name || "worker " + worker.workerId),
        node("span", { class: "badge " + (silent ? "k-dead" : "k-success") }, silent ? "silent" : "alive"),
        worker.lastSeenAt ? timedText("seen", worker.lastSeenAt, { class: "seen" }) : node("span", { class: "seen" }, "gone"),
        node("span", { class: "holds" }, "number " + worker.workerId + " · holds " + worker.holds)),
      worker.holds ? jobs : null);
  };
  return {
    async refresh() {
      const page = await look("/v1/workers");
      if ($("workers")) fill($("workers"), page.items, (each) => String(each.workerId), workerItem, "No process runs jobs.");
    },
  };
}

// --- One job -------------------------------------------------------------------------------------

function jobView(id) {
  const told = [];
  let job = null;
  let payloadAsked = false;
  const view = {
    async refresh() {
      try {
        job = await look("/v1/jobs/" + id);
      } catch (problem) {
        if (problem.status !== 404) throw problem;
        if ($("job-head")) open("absent-view", "jobs");
        return;
      }
      if (!$("job-head")) return;
      $("job-title").textContent = job.type;
      document.title = job.type + " · " + job.status + " · pawl";
      $("job-head").replaceChildren(
        node("div", { class: "top" }, badge(job), node("code", {}, job.id),
          node("span", { class: "hint" }, words(job.subjectId && "about " + job.subjectId, "attempt " + job.attempts + " of " + job.maxAttempts,
            job.cancelRequested && !isOver(job) && "asked to end", job.hasCheckpoint && "checkpoint saved")),
          job.dueAt && !isOver(job) ? timedText("due", job.dueAt, { class: "hint" }) : null),
        node("progress", { max: 100, value: job.progress, "aria-label": "Progress" }),
        node("span", { class: "hint" }, words(job.progress + " %", job.stage?.replaceAll("_", " "))));
      if (job.error) $("job-head").append(node("p", { class: "error" }, job.error.code + ": " + job.error.message +
        (job.error.detail ? " (" + job.error.detail + ")" : "")));
      const rest = Object.entries(job).filter(([key]) => key !== "error");
      fill($("record"), rest.flatMap(([key, value]) => [["dt", key, key], ["dd", key, typeof value === "object" ? JSON.stringify(value) : String(value)]]),
        ([tag, key]) => tag + key, ([tag, , text]) => node(tag, {}, text));
      if ($("diagram").dataset.state !== job.status) {
        $("diagram").dataset.state = job.status;
        $("diagram").replaceChildren(diagram(typeOf(job.type), job.status));
        const lit = $("diagram").querySelector(".lit rect");
        if (lit) $("diagram").scrollLeft = lit.getAttribute("x") - $("diagram").clientWidth / 2 + box.width / 2;
      }
      showActions();
      await Promise.all([showEvents(), showPayload(), showResult()]);
    },
  };
  async function showPayload() {
    if (payloadAsked) return;
    payloadAsked = true;
    $("payload").textContent = may("operate") ? JSON.stringify((await look("/v1/jobs/" + id + "/payload")).payload, null, 2)
      : "Hidden: what a job is to do is shown to those with the permission operate.";
    $("payload").classList.toggle("hint", !may("operate"));
  }
  async function showResult() {
    if (kindOf(job) !== "success" || !job.resultRef || !$("result-card").hidden) return;
    const result = await look(job.resultRef);
    if (!$("result")) return;
    $("result").textContent = JSON.stringify(result, null, 2);
    $("result-card").hidden = false;
  }
  /// The events that the lifecycle takes next from here, and no others. Not `fail`, which is taken
  /// with a failure only.
  function showActions() {
    const buttons = new Map();
    const type = typeOf(job.type);
    for (const each of type && may("control") ? type.transitions : []) {
      if (each.from !== job.status) continue;
      if (each.event === "cancel")
        buttons.set("Cancel", () => post("/v1/jobs/" + id + "/cancel", { reason: "cancelled on the dashboard" }));
      else if (each.byCaller && each.event !== "fail") buttons.set(each.event, () => post("/v1/jobs/" + id + "/raise", { event: each.event }));
    }
    fill($("actions"), [...buttons.keys()], (name) => name, (name) => node("button", { type: "button",
      class: name === "Cancel" ? "danger" : null,
      onclick: (event) => act(event.currentTarget, buttons.get(name), name === "Cancel" ? "Cancelled, or asked to end" : undefined) },
    name.replaceAll("_", " ")));
  }
  async function showEvents() {
    for (;;) {
      const page = await look("/v1/jobs/" + id + "/history?after=" + (told.length ? told[told.length - 1].sequence : 0));
      told.push(...page.items.filter((each) => !told.length || each.sequence > told[told.length - 1].sequence));
      if (page.items.length < 200) break;
    }
    if (!$("timeline") || $("timeline").dataset.told === String(told.length)) return;
    $("timeline").dataset.told = String(told.length);
    $("timeline").replaceChildren(...timeline(told));
  }
  return view;
}

/// What happened, by attempts: of each its stages, and what it said.
function timeline(events) {
  const groups = [];
  for (const each of events) {
    const last = groups[groups.length - 1];
    // A start belongs to the attempt that it begins; what stands before any belongs to none.
    if (!last || last.attempt !== each.attempt) groups.push({ attempt: each.attempt, events: [each] });
    else last.events.push(each);
  }
  return groups.flatMap(({ attempt, events: all }) => {
    const first = Date.parse(all[0].timestamp), took = Date.parse(all[all.length - 1].timestamp) - first;
    let stage = "";
    const lines = [];
    for (const each of all) {
      const at = node("time", { datetime: each.timestamp }, clock(each.timestamp));
      const said = each.message || each.error ? node("span", { class: "said" + (each.error ? " error" : "") },
        [each.error, each.message].filter(Boolean).join(": ")) : null;
      if (each.kind === "transition") {
        lines.push(node("li", { class: each.error ? "bad" : "step" },
          node("span", {}, node("b", {}, each.event.replaceAll("_", " ")), " " + each.from + " → " + each.to), at, said));
      } else if (each.stage && each.stage !== stage) {
        lines.push(node("li", {}, each.stage.replaceAll("_", " ") + " · " + each.progress + " %", at, said));
      } else if (said || each === all[all.length - 1]) {
        lines.push(node("li", {}, each.progress + " %", at, said));
      }
      stage = each.stage || stage;
    }
    return [node("h4", {}, attempt ? "Attempt " + attempt : "Before the first attempt", node("span", {}, took ? seconds(took) : "")),
      node("ol", {}, ...lines)];
  });
}

/// The lifecycle, in columns by distance from its first state; the present state is lit, and what
/// can happen next.
function diagram(type, present) {
  if (!type) return node("p", { class: "hint" }, "This service does not know the job's type.");
  const names = type.states.map((each) => each.name);
  const over = overOf(type);
  const live = names.filter((each) => !over.includes(each));
  // What can happen in every state is said once instead of drawn from each.
  const everywhere = (one) => live.length > 2 &&
    live.every((state) => type.transitions.some((each) => each.from === state && each.event === one.event && each.to === one.to));
  const drawn = type.transitions.filter((each) => !everywhere(each));
  const said = [...new Set(type.transitions.filter(everywhere).map((each) => each.event + " → " + each.to))];
  const { place, columns } = arrange(names, live, over, drawn);
  const { width, height } = box;
  const right = Math.max(...[...place.values()].map((each) => each.x)) + width + 12;
  const bottom = Math.max(...[...place.values()].map((each) => each.y)) + height + 34;
  const tip = (id) => node("svg:marker", { id, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto",
    markerUnits: "userSpaceOnUse" }, node("svg:path", { d: "M0 0L8 4L0 8z" }));
  const drawing = node("svg:svg", { width: right, height: bottom, viewBox: "0 0 " + right + " " + bottom, role: "img",
    "aria-label": "Lifecycle of " + type.handlerId + ", now in " + present }, node("svg:defs", {}, tip("tip"), tip("next-tip")));
  const pairs = new Map();
  for (const each of drawn) {
    const key = each.from + "\u0000" + each.to;
    pairs.set(key, { from: each.from, to: each.to, events: [...(pairs.get(key)?.events || []), each.event.replaceAll("_", " ")] });
  }
  const labels = [];
  for (const { from, to, events } of pairs.values()) {
    const { path, x, y } = edge(place.get(from), place.get(to), columns.get(to) - columns.get(from));
    const next = from === present;
    drawing.append(node("svg:path", { d: path, "marker-end": next ? "url(#next-tip)" : "url(#tip)", class: next ? "next" : null }));
    labels.push(node("svg:text", { class: "edge-label", x, y, "text-anchor": "middle" }, [...new Set(events)].join(", ")));
  }
  drawing.append(...labels, ...names.map((each) => {
    const { x, y } = place.get(each);
    return node("svg:g", { class: each === present ? "lit" : over.includes(each) ? "over" : null },
      node("svg:rect", { x, y, width, height, rx: 8 }), node("svg:text", { x: x + width / 2, y: y + 21, "text-anchor": "middle" }, each));
  }));
  return said.length ? node("div", {}, drawing, node("p", { class: "hint" }, "From any state: " + said.join(", "))) : drawing;
}

const box = { width: 150, height: 34, gapX: 92, gapY: 42 };

/// Where each state stands. States that end a job stand in the last column; those that are reached
/// from further away stand below all others, so that the way there is free.
function arrange(names, live, over, drawn) {
  const columns = new Map([[names[0], 0]]);
  for (let i = 0; i < names.length; i++)
    for (const each of drawn)
      if (columns.has(each.from) && !columns.has(each.to) && live.includes(each.to)) columns.set(each.to, columns.get(each.from) + 1);
  for (const each of live) if (!columns.has(each)) columns.set(each, 0);
  const last = Math.max(...columns.values()) + 1;
  const far = (name) => drawn.some((each) => each.to === name && columns.get(each.from) < last - 1);
  const rows = new Map(), place = new Map();
  const put = (name, column, least) => {
    const row = Math.max(rows.get(column) || 0, least);
    rows.set(column, row + 1);
    columns.set(name, column);
    place.set(name, { x: 2 + column * (box.width + box.gapX), y: 34 + row * (box.height + box.gapY) });
  };
  for (const each of live) put(each, columns.get(each), 0);
  const free = Math.max(...rows.values());
  for (const each of over) if (!far(each)) put(each, last, 0);
  for (const each of over) if (far(each)) put(each, last, free);
  return { place, columns };
}

/// A line from one box to another, and where its words stand.
function edge(a, b, steps) {
  const { width, height, gapX } = box;
  if (a === b)
    return { path: `M${a.x + 46} ${a.y}C${a.x + 46} ${a.y - 24} ${a.x + 92} ${a.y - 24} ${a.x + 92} ${a.y - 1}`, x: a.x + 69, y: a.y - 20 };
  const by = b.y + height / 2;
  if (steps > 1) {  // down, and along the row of its end
    const ax = a.x + width * 0.3, ay = a.y + height;
    return { path: `M${ax} ${ay}V${by - 12}Q${ax} ${by} ${ax + 12} ${by}H${b.x - 1}`, x: ax + 60, y: by - 5 };
  }
  if (steps === 1) {
    const ax = a.x + width, ay = a.y + height / 2, bend = gapX * 0.6, t = ay === by ? 0.62 : 0.74, u = 1 - t;
    const at = (p, q, r, s) => u * u * u * p + 3 * u * u * t * q + 3 * u * t * t * r + t * t * t * s;
    return { path: `M${ax} ${ay}C${ax + bend} ${ay} ${b.x - bend} ${by} ${b.x - 1} ${by}`,
      x: at(ax, ax + bend, b.x - bend, b.x), y: at(ay, ay, by, by) - (ay === by ? 6 : -4) };
  }
  if (steps === 0) {
    const down = b.y > a.y, x = a.x + width * 0.6;
    return { path: `M${x} ${down ? a.y + height : a.y}V${down ? b.y - 1 : b.y + height + 1}`, x, y: (a.y + b.y + height) / 2 + 4 };
  }
  const ax = a.x + width * 0.45, bx = b.x + width * 0.6, low = Math.max(a.y, b.y) + height + 34;
  return { path: `M${ax} ${a.y + height}C${ax} ${low} ${bx} ${low} ${bx} ${b.y + height + 1}`, x: (ax + bx) / 2 - 24, y: low - 6 };
}

// --- Moving about --------------------------------------------------------------------------------

function open(template, current, make) {
  $("main").replaceChildren($(template).content.cloneNode(true));
  for (const link of document.querySelectorAll("[data-nav]"))
    if (link.dataset.nav === current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  document.title = [$("main").querySelector("h2").textContent, "pawl"].filter(Boolean).join(" · ");
  shown = make ? make() : null;
  refresh();
}

async function show() {
  if (!sessionStorage.getItem(tokenKey)) return signInView();
  if (!me) {
    try {
      const mine = await call("/v1/me");
      types = (await call("/v1/handlers")).items;
      me = mine;
      await showTenants();
    } catch (problem) {
      return signInView(problem.status === 401 ? "This token is not known." : problem.message);
    }
    $("me").textContent = me.user + " · " + me.tenant;
    $("sign-out").hidden = document.querySelector("nav").hidden = false;
    for (const link of document.querySelectorAll("[data-needs]")) link.hidden = !me.permissions.includes(link.dataset.needs);
    follow();
  }
  const [path, query] = location.hash.replace(/^#/, "").split("?");
  const parts = path.split("/").filter(Boolean);
  if (parts[0] === "jobs" && parts[1]) open("job-view", "jobs", () => jobView(parts[1]));
  else if (parts[0] === "jobs") open("jobs-view", "jobs", () => jobsView(query));
  else if (parts[0] === "dead") open("dead-view", "dead", deadView);
  else if (parts[0] === "schedules") open("schedules-view", "schedules", schedulesView);
  else if (parts[0] === "workers") open("workers-view", "workers", workersView);
  else open("queue-view", "queue", queueView);
  $("main").focus();
}

/// Operators of the root tenant choose whose jobs they look at.
async function showTenants() {
  $("tenant-label").hidden = !me.seesTenants;
  looking = "";
  if (!me.seesTenants) return showLooking();
  const names = [];
  for (let cursor = ""; ;) {
    const page = await call("/v1/tenants?limit=200" + (cursor ? "&cursor=" + encodeURIComponent(cursor) : ""));
    names.push(...page.items.map((each) => each.tenant));
    cursor = page.nextCursor;
    if (!cursor || names.length >= 5000) break;
  }
  const others = names.filter((each) => each !== me.tenant);
  $("tenant").replaceChildren(node("option", { value: "" }, me.tenant), ...others.map((each) => node("option", { value: each }, each)));
  const kept = sessionStorage.getItem(tenantKey) || "";
  if (others.includes(kept)) looking = kept;
  $("tenant").value = looking;
  showLooking();
}
function showLooking() {
  $("looking").hidden = !looking;
  $("looking").textContent = looking ? "You look at the tenant " + looking + ". Nothing can be changed from here." : "";
}
$("tenant").addEventListener("change", () => {
  looking = $("tenant").value;
  sessionStorage.setItem(tenantKey, looking);
  ended.clear();
  showLooking();
  follow();
  if (location.hash === "" || location.hash === "#/") show();
  else location.hash = "#/";
});

function signInView(text) {
  open("sign-in-view", "");
  $("sign-in-error").textContent = text || "";
  $("sign-in").addEventListener("submit", (event) => {
    event.preventDefault();
    sessionStorage.setItem(tokenKey, $("token").value);
    show();
  });
  $("token").focus();
}
function signOut(why) {
  sessionStorage.clear();
  stream?.abort();
  types = [];
  me = null;
  looking = "";
  ended.clear();
  $("me").textContent = "";
  $("tenant-label").hidden = $("sign-out").hidden = document.querySelector("nav").hidden = true;
  showLooking();
  readAt = "";
  setLive(false);
  $("live-text").textContent = "not connected";
  signInView(why);
}

$("sign-out").addEventListener("click", () => signOut());
// Its address would be taken for that of a view.
document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); $("main").focus(); });
window.addEventListener("hashchange", show);
show();
)~~~";

}  // namespace pawl::http::detail
