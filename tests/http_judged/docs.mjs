// SPDX-License-Identifier: BSL-1.0
// Runs the lines of docs/http.md against a server: node docs.mjs <fixture> <http.md> <pawl-token>.
// Every ```sh block is a part of one script; a block that is followed by a ```text block must print
// that, where … stands for anything.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";

const [fixture, page, tool] = process.argv.slice(2);
if (spawnSync("curl", ["--version"]).error) {
  console.log("skipped: there is no curl");
  process.exit(77);
}
const folder = mkdtempSync(join(tmpdir(), "pawl-docs-"));
const tokens = join(folder, "tokens");
const server = spawn(fixture, [join(folder, "jobs.db"), tokens], { stdio: ["pipe", "pipe", "inherit"] });
const url = await new Promise((found) => createInterface(server.stdout).once("line", found));

const blocks = [...readFileSync(page, "utf8").matchAll(/```sh\n([\s\S]*?)```(?:\s*```text\n([\s\S]*?)```)?/g)];
let failed = 0;
const here = (text) => text.replaceAll("http://localhost:8080", url).replaceAll("/etc/acme/tokens", tokens);
let before = "";  // what blocks before have set
for (const [, script, expected] of blocks) {
  const mark = "---- state ----";
  const ran = spawnSync("bash", ["-euo", "pipefail", "-c", before + here(script) + `\necho '${mark}'; declare -p $(compgen -A variable | grep -E '^(TOKEN|ID|JOB)$') 2>/dev/null || true`],
    { encoding: "utf8", timeout: 60000, env: { ...process.env, PATH: dirname(tool) + ":" + process.env.PATH } });
  const [out, state] = ran.stdout.split(mark);
  before = (state || "").trim() + "\n";
  const wanted = expected && new RegExp("^" + expected.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("…", "[\\s\\S]*?") + "$");
  const name = script.trim().split("\n")[0];
  if (ran.status !== 0 || (wanted && !wanted.test(out.trim().replaceAll("\r", "")))) {
    failed++;
    console.log(`FAIL ${name}\n     answered ${ran.status}: ${out}${ran.stderr}${expected ? "     expected: " + expected : ""}`);
  } else {
    console.log("ok   " + name);
  }
}
if (blocks.length < 8) { failed++; console.log("FAIL the page has fewer lines to run than it had"); }
server.stdin.end();
await new Promise((ended) => (server.exitCode === null ? server.once("exit", ended) : ended()));
rmSync(folder, { recursive: true });
process.exit(failed ? 1 : 0);
