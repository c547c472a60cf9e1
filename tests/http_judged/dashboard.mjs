// SPDX-License-Identifier: BSL-1.0
// The dashboard in a real browser, against a real server: node dashboard.mjs <fixture> <chromium>
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

// The packages stand where the test was told to install them, not beside its sources.
const require = createRequire(join(process.cwd(), "package.json"));
try {
  require.resolve("playwright-core");
} catch {
  console.log("skipped: npm has not brought its packages; ./dev test does");
  process.exit(77);
}
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const [fixture, executablePath] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "pawl-dashboard-"));
const server = spawn(fixture, [join(folder, "jobs.db")], { stdio: ["pipe", "pipe", "inherit"] });
const url = await new Promise((found) => createInterface(server.stdout).once("line", found));

const submit = async (document, more = {}) => {
  const answer = await fetch(url + "/v1/jobs/deck.convert", {
    method: "POST",
    headers: { Authorization: "Bearer " + (more.token || "let me in"), "Content-Type": "application/json" },
    body: JSON.stringify({ input: { document, source_uri: more.source || "s3://x" }, subjectId: more.subject, delayMs: more.delayMs }),
  });
  assert.equal(answer.status, 202);
  return (await answer.json()).jobId;
};
const signIn = async (token) => {
  await page.getByLabel("Access token").fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();
};
const signInAnew = async (token) => {
  await page.getByRole("button", { name: "Sign out" }).click();
  await signIn(token);
  await page.locator("#live.connected").waitFor();
};
/// Tabs of a browser of their own, and those of them that have asked for the stream of events.
const tabsOf = async (count, prepare = async () => {}) => {
  const context = await browser.newContext();
  await prepare(context);
  const tabs = [], streams = new Set();
  for (let i = 0; i < count; i++) {
    const tab = await context.newPage();
    tab.on("pageerror", (error) => troubles.push(error.message));
    tab.on("request", (request) => { if (new URL(request.url()).pathname === "/v1/events") streams.add(tab); });
    tabs.push(tab);
  }
  const signIn = async (tab, token) => {
    await tab.goto(url);
    await tab.getByLabel("Access token").fill(token);
    await tab.getByRole("button", { name: "Sign in" }).click();
    await tab.locator("#live.connected").waitFor();
  };
  return { context, tabs, streams, signIn };
};
const buttons = () => page.locator("#actions button").allTextContents();

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage();
const troubles = [];
page.on("pageerror", (error) => troubles.push(error.message));
page.on("dialog", (dialog) => { troubles.push("a script ran: " + dialog.message()); dialog.dismiss(); });
const outside = [];
const ours = [url, "data:", "about:"];
page.on("request", (request) => { if (!ours.some((each) => request.url().startsWith(each))) outside.push(request.url()); });

const planted = "<img src=x onerror=alert(1)><script>alert(2)</script>";
const steps = {
  async "a wrong token is told"() {
    await page.goto(url);
    await signIn("guess");
    await page.getByText("This token is not known.").waitFor();
  },
  async "a right one opens the queue, and the stream is live"() {
    await signIn("let me in");
    await page.getByRole("heading", { name: "Queue" }).waitFor();
    await page.locator("#live.connected").waitFor();
    await page.getByText("ann · acme").waitFor();
    assert.ok(await page.getByLabel("Tenant").isHidden(), "who sees one tenant has no choice");
  },
  async "a job that is submitted appears by itself, with its text as text"() {
    await submit("good", { subject: planted, source: planted });
    await page.getByText("about " + planted).waitFor();
    assert.equal(await page.locator("#recent img, #recent script").count(), 0);
  },
  async "the queue counts by type, with times and what ended lately"() {
    const row = page.locator("#types tr", { hasText: "deck.convert" });
    await row.locator("svg[aria-label='1 jobs ended in the last ten minutes']").waitFor();
    const cells = await row.locator("td").allTextContents();
    assert.deepEqual(cells.slice(0, 5), ["0", "0", "0", "0", "1"], "ready, running, waiting, dead, ended in this minute");
    assert.equal(cells[5] + cells[6], "––", "how long jobs of all tenants take is not shown to one of them");
    await submit("slow");
    await submit("good", { delayMs: 600000 });
    await page.waitForFunction(() => {
      const cells = [...document.querySelectorAll("#types tr:first-child td")].map((each) => each.textContent);
      return cells[0] === "0" && cells[1] === "1" && cells[2] === "1";
    });
    assert.equal(await page.locator("#totals .tile", { hasText: "Waiting" }).locator("dd").textContent(), "1");
  },
  async "a list has progress bars, and counts down to what is due"() {
    await page.goto(url + "/#/jobs");
    await page.locator("#list .job", { hasText: "running" }).getByRole("progressbar").waitFor();
    const due = page.locator("#list [data-timed=due]");
    const before = await due.textContent();
    assert.match(before, /^due in (9|10) min \d+ s$/);
    await page.waitForFunction((before) => document.querySelector("#list [data-timed=due]")?.textContent !== before, before);
  },
  async "its page shows the lifecycle with the present state lit, what happened, the payload and the result"() {
    await page.goto(url + "/#/");
    await page.locator("#recent .job", { hasText: "succeeded" }).locator("a").click();
    await page.locator("#diagram .lit", { hasText: "succeeded" }).waitFor();
    assert.equal(await page.locator("#diagram .lit").count(), 1);
    await page.locator("#timeline h4", { hasText: "Attempt 1" }).waitFor();
    await page.locator("#timeline li", { hasText: "running → succeeded" }).waitFor();
    await page.locator("#timeline li", { hasText: "validating input" }).waitFor();
    await page.locator("#payload", { hasText: planted.slice(0, 20) }).waitFor();
    assert.equal(await page.locator("#payload *").count(), 0, "the payload is text");
    await page.locator("#result", { hasText: "decks/good" }).waitFor();
    assert.deepEqual(await buttons(), [], "nothing can happen to it any more");
  },
  async "the workers show what they hold, and their last sign of life"() {
    await page.getByRole("link", { name: "Workers" }).click();
    const worker = page.locator(".worker", { hasText: "fixture" });
    await worker.getByText("alive").waitFor();
    await worker.getByText(/last sign of life \d+ s ago/).waitFor();
    await worker.getByText("holds 1").waitFor();
    await worker.locator(".job", { hasText: "running" }).getByRole("link", { name: "deck.convert" }).click();
    await page.locator("#diagram .lit", { hasText: "running" }).waitFor();
  },
  async "a running job is cancelled by its button"() {
    assert.deepEqual(await buttons(), ["Cancel"]);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.locator("#diagram .lit", { hasText: "canceled" }).waitFor();
    assert.deepEqual(await buttons(), []);
    await page.goto(url + "/#/workers");
    await page.getByText("holds 0").waitFor();
  },
  async "the events that a lifecycle takes from outside are buttons, and only while it takes them"() {
    const answer = await fetch(url + "/v1/jobs/desk.review", { method: "POST",
      headers: { Authorization: "Bearer let me in", "Content-Type": "application/json" }, body: '{"input":{"text":"t"}}' });
    await page.goto(url + "/#/jobs/" + (await answer.json()).jobId);
    await page.locator("#diagram .lit", { hasText: "drafted" }).waitFor();
    assert.deepEqual(await buttons(), ["approve", "Cancel"]);
    await page.getByRole("button", { name: "approve" }).click();
    await page.locator("#diagram .lit", { hasText: "printed" }).waitFor();
    assert.deepEqual(await buttons(), []);
  },
  async "a failure says why"() {
    const id = await submit("wrong");
    await page.goto(url + "/#/jobs/" + id);
    await page.getByText("CONVERT_UNSUPPORTED_FORMAT: this is no deck").waitFor();
  },
  async "a job that does not exist is told to be none"() {
    await page.goto(url + "/#/jobs/018f3c6e-7a10-7c3e-9b1d-2f6a5e0c4d20");
    await page.getByRole("heading", { name: "There is no such job" }).waitFor();
    await page.getByRole("link", { name: "All jobs" }).click();
    await page.locator("#list li").first().waitFor();
  },
  async "a job that is tried again shows each attempt"() {
    const id = await submit("dead");
    await page.goto(url + "/#/jobs/" + id);
    await page.locator("#timeline h4", { hasText: "Attempt 2" }).waitFor();
    await page.locator("#timeline li.bad", { hasText: "running → failed" }).waitFor();
  },
  async "a dead letter is replayed as a new job"() {
    await page.goto(url + "/#/dead");
    await page.locator("#letters li", { hasText: "CONVERT_NETWORK_TIMEOUT" }).waitFor();
    await page.getByRole("button", { name: /^Replay deck.convert/ }).first().click();
    await page.locator("#letters").getByRole("link", { name: /^Replayed as/ }).waitFor();
    await page.goto(url + "/#/");
    const row = page.locator("#types tr", { hasText: "deck.convert" });
    await page.waitForFunction(() => document.querySelectorAll("#types tr:first-child td")[3]?.textContent === "2");
    assert.equal(await row.locator("td").nth(3).textContent(), "2", "the letter, and that of its replay");
  },
  async "the list takes its filters"() {
    await page.goto(url + "/#/jobs");
    await page.locator("#list li").first().waitFor();
    await page.getByLabel("Status").selectOption("canceled");
    await page.locator("#list .badge", { hasNotText: "canceled" }).first().waitFor({ state: "detached" });
    assert.equal(await page.locator("#list .badge").count(), 1);
    assert.equal(await page.evaluate(() => location.hash), "#/jobs?status=canceled");
    await page.reload();
    await page.locator("#list .badge").waitFor();
    assert.equal(await page.getByLabel("Status").inputValue(), "canceled", "the address keeps it");
    assert.equal(await page.locator("#list .badge").count(), 1);
    await page.getByLabel("Status").selectOption("");
    await page.getByLabel("Type").selectOption("desk.review");
    await page.locator("#list .job", { hasText: "deck.convert" }).first().waitFor({ state: "detached" });
    await page.getByLabel("Type").selectOption("");
    await page.getByLabel("Subject").fill(planted);
    await page.keyboard.press("Enter");
    await page.locator("#list .job", { hasText: "desk.review" }).waitFor({ state: "detached" });
    await page.locator("#list .job", { hasText: "about " + planted }).waitFor();
    assert.equal(await page.locator("#list .job").count(), 1);
    await page.getByLabel("Subject").fill("");
    await page.keyboard.press("Enter");
  },
  async "it is used without a mouse, and what happens elsewhere does not take the focus away"() {
    await page.goto(url + "/#/jobs");
    await page.locator("#list li").first().waitFor();
    await page.getByRole("link", { name: "Skip to content" }).focus();
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id + location.hash), "main#/jobs");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.id), "filter-type");
    const id = await submit("slow");
    const link = page.locator(`#list a[href='#/jobs/${id}']`);
    await link.waitFor();
    await link.focus();
    await submit("good", { subject: "another" });
    await page.locator("#list .job", { hasText: "about another" }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("href")), "#/jobs/" + id);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Cancel" }).focus();
    await page.keyboard.press("Enter");
    await page.locator("#diagram .lit", { hasText: "canceled" }).waitFor();
  },
  async "no page has a finding that hinders a user, in light and dark, wide and narrow"() {
    const job = await submit("good", { delayMs: 600000 });
    const session = await page.context().newCDPSession(page);
    for (const colorScheme of ["light", "dark"])
      for (const width of [1200, 375])
        for (const place of ["", "jobs", "dead", "workers", "jobs/" + job]) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 800 });
          await page.goto(url + "/#/" + place);
          await page.locator("main .job, main .worker, #diagram .lit").first().waitFor();
          // The page's own policy forbids scripts from elsewhere, so this one comes through the debugger.
          await session.send("Runtime.evaluate", { expression: axe });
          const { result } = await session.send("Runtime.evaluate", {
            expression: "axe.run().then((all) => JSON.stringify(all.violations.filter((each) => ['serious', 'critical'].includes(each.impact)).map((each) => each.id + ': ' + each.nodes[0].html)))",
            awaitPromise: true, returnByValue: true });
          assert.equal(result.value, "[]", `${colorScheme} ${width} /${place}`);
          assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} /${place} fits`);
        }
    await page.setViewportSize({ width: 1200, height: 800 });
  },
  async "who may only look has nothing to press, and sees no payload"() {
    const id = await submit("slow");
    await signInAnew("only looking");
    assert.deepEqual(await page.getByRole("navigation").getByRole("link").allTextContents(), ["Queue", "Jobs", "Schedules"]);
    await page.goto(url + "/#/jobs/" + id);
    await page.locator("#diagram .lit", { hasText: "running" }).waitFor();
    await page.getByText("Hidden: what a job is to do").waitFor();
    assert.deepEqual(await buttons(), []);
  },
  async "an operator of the root tenant looks at another one, and only looks"() {
    await submit("dead", { token: "from elsewhere", subject: "theirs" });
    await signInAnew("for the house");
    await page.goto(url + "/#/");
    await page.getByText("No jobs yet.").waitFor();
    assert.deepEqual(await page.getByLabel("Tenant").locator("option").allTextContents(), ["root", "acme", "globex"]);
    const cells = await page.locator("#types tr", { hasText: "deck.convert" }).locator("td").allTextContents();
    assert.match(cells[5] + cells[6], /^[\d.]+ m?s[\d.]+ m?s$/, "p50 and p95");
    await page.getByLabel("Tenant").selectOption("globex");
    await page.getByText("You look at the tenant globex.").waitFor();
    await page.locator("#recent .job", { hasText: "about theirs" }).waitFor();
    assert.equal(await page.locator("#recent .job").count(), 1, "and no other's");
    await submit("good", { token: "from elsewhere", subject: "new" });
    await page.locator("#recent .job", { hasText: "about new" }).waitFor();
    await page.goto(url + "/#/dead");
    await page.locator("#letters li", { hasText: "about theirs" }).waitFor();
    assert.equal(await page.getByRole("button", { name: /Replay/ }).count(), 0);
    await page.getByLabel("Tenant").selectOption("acme");
    await page.locator("#recent .job", { hasText: "running" }).locator("a").click();
    await page.locator("#diagram .lit", { hasText: "running" }).waitFor();
    assert.deepEqual(await buttons(), []);
    await page.locator("#payload", { hasText: "slow" }).waitFor();
    await page.getByLabel("Tenant").selectOption("");
    await page.goto(url + "/#/workers");
    await page.locator(".worker .job", { hasText: "of acme" }).waitFor();
  },
  async "signing out forgets the token"() {
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Access token").waitFor();
    assert.equal(await page.evaluate(() => sessionStorage.length + localStorage.length), 0);
  },
  async "eight tabs of one browser are live and answered, by one stream that outlives its tab"() {
    const eight = await tabsOf(8);
    for (const [i, tab] of eight.tabs.entries()) {
      // Seven see only what they are notified of; the eighth, of another token, asks by itself.
      if (i < 7) await tab.addInitScript(() => { window.setInterval = () => 0; });
      await eight.signIn(tab, i < 7 ? "let me in" : "only looking");
    }
    assert.equal(eight.streams.size, 1, "a browser has six connections, and a stream keeps one");
    const all = async (tabs, subject) => {
      await submit("good", { subject });
      await Promise.all(tabs.map((tab) => tab.locator("#recent .job", { hasText: "about " + subject }).waitFor()));
      for (const tab of tabs)
        assert.equal(await tab.evaluate(async (token) => (await fetch("/v1/me", { headers: { Authorization: "Bearer " + token } })).status, "let me in"), 200);
    };
    await all(eight.tabs, "eight tabs");

    const [leader] = eight.streams;
    eight.streams.clear();
    await leader.close();
    const seven = eight.tabs.filter((tab) => tab !== leader);
    await all(seven, "seven tabs");
    assert.equal(eight.streams.size, 1, "another tab has taken over");

    // The tab that has it signs out, and in again as another tenant: it waits behind the others.
    const [second] = eight.streams;
    eight.streams.clear();
    await second.getByRole("button", { name: "Sign out" }).click();
    await eight.signIn(second, "from elsewhere");
    await all(seven.filter((tab) => tab !== second), "six tabs");
    assert.equal(eight.streams.size, 1);
    assert.ok(!eight.streams.has(second));
    await eight.context.close();
  },
  async "a browser without locks asks again instead, in every tab"() {
    const two = await tabsOf(2, (context) => context.addInitScript(() => Object.defineProperty(navigator, "locks", { value: undefined })));
    for (const tab of two.tabs) await two.signIn(tab, "let me in");
    await submit("good", { subject: "without locks" });
    await Promise.all(two.tabs.map((tab) => tab.locator("#recent .job", { hasText: "about without locks" }).waitFor()));
    assert.equal(two.streams.size, 0);
    await two.context.close();
  },
  async "while the service is gone the page says so, and goes on when it is back"() {
    // A line to the service that can be cut.
    const lines = new Set();
    const line = createServer((near) => {
      const far = connect(Number(new URL(url).port), "127.0.0.1");
      for (const [from, to] of [[near, far], [far, near]]) {
        lines.add(from);
        from.on("error", () => {}).on("close", () => { lines.delete(from); to.destroy(); }).pipe(to);
      }
    });
    const listen = (port) => new Promise((ready) => line.listen(port, "127.0.0.1", ready));
    await listen(0);
    const { port } = line.address();
    const far = "http://127.0.0.1:" + port;
    ours.push(far);
    await page.goto(far);
    await signIn("let me in");
    await page.locator("#live.connected").waitFor();
    await page.locator("#recent .job").first().waitFor();
    assert.ok(await page.locator("#stale").isHidden());
    line.close();
    for (const each of lines) each.destroy();
    await page.getByText("The service does not answer. What you see was read at").waitFor();
    assert.ok(await page.locator("#recent .job").count(), "what was read stays");
    await listen(port);
    await page.locator("#live.connected").waitFor();
    await page.locator("#stale").waitFor({ state: "hidden" });
    await page.goto("about:blank");
    line.close();
    for (const each of lines) each.destroy();
  },
};

let failed = 0;
for (const [what, step] of Object.entries(steps)) {
  try {
    await step();
    console.log("ok   " + what);
  } catch (problem) {
    failed++;
    console.log("FAIL " + what + "\n     " + problem.message.split("\n").slice(0, 6).join("\n     "));
  }
}
if (troubles.length) { failed++; console.log("FAIL scripts: " + troubles.join("; ")); }
if (outside.length) { failed++; console.log("FAIL asked elsewhere: " + outside.join("; ")); }
await browser.close();
server.stdin.end();
await new Promise((ended) => (server.exitCode === null ? server.once("exit", ended) : ended()));
rmSync(folder, { recursive: true });
process.exit(failed ? 1 : 0);
