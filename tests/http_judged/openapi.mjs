// SPDX-License-Identifier: BSL-1.0
// The API's description, judged by a validator that is not ours; and every route that it describes
// is called, and its answer held against what it says: node openapi.mjs <fixture>
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const require = createRequire(join(process.cwd(), "package.json"));
try {
  require.resolve("ajv");
} catch {
  console.log("skipped: npm has not brought its packages; ./dev test does");
  process.exit(77);
}
const load = (name) => import(pathToFileURL(require.resolve(name)));
const { Validator } = await load("@seriousme/openapi-schema-validator");
const Ajv = require("ajv/dist/2020").default;
const formats = require("ajv-formats").default;

const folder = mkdtempSync(join(tmpdir(), "pawl-openapi-"));
const server = spawn(process.argv[2], [join(folder, "jobs.db")], { stdio: ["pipe", "pipe", "inherit"] });
const url = await new Promise((found) => createInterface(server.stdout).once("line", found));

const call = (method, path, body, token = "let me in") => fetch(url + path, {
  method: method.toUpperCase(),
  headers: { Authorization: "Bearer " + token, ...(body && { "Content-Type": "application/json" }) },
  body: body && JSON.stringify(body) });
const submit = async (document, more = {}) =>
  (await (await call("post", "/v1/jobs/deck.convert", { input: { document, source_uri: "s3://x" }, ...more })).json()).jobId;
const until = async (id, states) => {
  for (let i = 0; i < 500; i++) {
    const job = await (await call("get", "/v1/jobs/" + id)).json();
    if (states.includes(job.status)) return job;
    await new Promise((go) => setTimeout(go, 20));
  }
  throw new Error("job " + id + " did not come to " + states);
};

const until_none_lives = async () => {
  for (let i = 0; i < 500; i++) {
    const pages = await Promise.all(["pending", "running"].map(async (status) =>
      (await call("get", "/v1/jobs?status=" + status)).json()));
    if (pages.every((page) => page.items.length === 0)) return;
    await new Promise((go) => setTimeout(go, 20));
  }
  throw new Error("there are always jobs that have not ended");
};

let failed = 0;
const check = async (what, work) => {
  try {
    await work();
    console.log("ok   " + what);
  } catch (problem) {
    failed++;
    console.log("FAIL " + what + "\n     " + problem.message.slice(0, 600));
  }
};

const description = await (await fetch(url + "/openapi.json")).json();
await check("the description is OpenAPI 3.1", async () => {
  const verdict = await new Validator().validate(structuredClone(description));
  assert.ok(verdict.valid, JSON.stringify(verdict.errors));
});
await check("it has the job, its events, the error codes, the retries and the cancellation [DECK-33]", () => {
  const { schemas } = description.components;
  for (const name of ["Job", "JobEvent", "Problem"]) assert.ok(schemas[name], name);
  assert.ok(schemas.ProblemCode.enum.includes("QUEUE_OVERLOADED"));
  assert.ok(description.paths["/v1/jobs/{id}/cancel"].post);
  const retry = description["x-retry"]["deck.convert"];
  assert.equal(retry.maxAttempts, 2);
  assert.ok(retry.errors.includes("CONVERT_NETWORK_TIMEOUT") && !retry.errors.includes("CONVERT_UNSUPPORTED_FORMAT"));
  assert.ok(schemas.Error_deck_convert.enum.includes("CONVERT_UNSUPPORTED_FORMAT"));
  assert.deepEqual(schemas.Status_deck_convert.enum, ["pending", "running", "succeeded", "failed", "canceled"]);
});

const ajv = new Ajv({ strict: false });
formats(ajv);
ajv.addSchema({ $id: "api", components: description.components });
const matches = (schema, value) => {
  const verdict = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')));
  assert.ok(verdict(value), JSON.stringify(verdict.errors) + " in " + JSON.stringify(value).slice(0, 300));
};

// What each operation needs to succeed; any that is not named here is called as it is.
const bodies = {
  submitJob: () => ({ input: { document: "d", source_uri: "s3://x" }, subjectId: "d" }),
  cancelJob: () => ({ reason: "a test" }),
  rescheduleJob: () => ({ delayMs: 1 }),
  raiseEvent: () => ({ event: "publish" }),
  reportStatus: () => ({ event_id: "e1", status: "running", occurred_at: "2026-11-17T03:00:00Z" }),
  cancelJobs: async () => {
    await until_none_lives();
    await submit("slow");
    return { type: "deck.convert", expected: 1 };
  },
  replayDeadLetters: () => ({ type: "deck.convert", expected: 0 }),
};
// Who has jobs, and how many all tenants have, is shown to operators of the root tenant only.
// They alone say something of a job type, for it holds for all tenants.
const house = "for the house";
const tokens = { listTenants: house, getMetrics: house, pauseHandler: house, drainHandler: house, resumeHandler: house };
const subjects = {};
const good = await submit("good");
const dead = await submit("dead");
await until(good, ["succeeded"]);
await until(dead, ["failed"]);
for (const name of ["getDeadLetter", "replayDeadLetter"]) subjects[name] = dead;
subjects.cancelJob = await submit("slow");
subjects.rescheduleJob = await submit("good", { delayMs: 3_600_000 });
const weekly = (await (await call("get", "/v1/schedules")).json()).items[0].scheduleId;
for (const name of ["pauseSchedule", "resumeSchedule", "runSchedule"]) subjects[name] = weekly;

for (const [pattern, methods] of Object.entries(description.paths))
  for (const [method, operation] of Object.entries(methods))
    await check(method.toUpperCase() + " " + pattern + " answers as described", async () => {
      const path = pattern.replace("{type}", "deck.convert").replace("{id}", subjects[operation.operationId] || good);
      const body = await bodies[operation.operationId]?.();
      if (operation.requestBody && body) matches(operation.requestBody.content["application/json"].schema, body);
      const answer = await call(method, path, body, tokens[operation.operationId]);
      const described = operation.responses[answer.status] || operation.responses.default;
      const type = (answer.headers.get("content-type") || "").split(";")[0];
      // The lifecycle of this job type has no event from outside: those two are refused, as described.
      const refused = ["raiseEvent", "runJob", "reportStatus", "replayDeadLetters"].includes(operation.operationId);
      assert.ok(refused || operation.responses[answer.status], "answers " + answer.status + " " + (type.includes("json") ? await answer.clone().text() : ""));
      const content = described.content && Object.entries(described.content).find(([name]) => name.split(";")[0] === type);
      assert.ok(!described.content || content, type + " is not described");
      if (type === "text/event-stream") await answer.body.cancel();
      else if (type.endsWith("json") && content[1].schema !== true) matches(content[1].schema, await answer.json());
      else await answer.arrayBuffer();
    });

server.stdin.end();
await new Promise((ended) => (server.exitCode === null ? server.once("exit", ended) : ended()));
rmSync(folder, { recursive: true });
process.exit(failed ? 1 : 0);
