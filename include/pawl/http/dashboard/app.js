// SPDX-License-Identifier: BSL-1.0
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
