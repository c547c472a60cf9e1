// SPDX-License-Identifier: BSL-1.0
// What clients may rely on within this major version, kept in contract.txt beside this file: routes,
// their parameters and answers, fields, codes. Nothing that stands there may go [SVC-31][SVC-40];
// what is new is written down with
//
//     node contract.mjs <fixture> --write
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const kept = fileURLToPath(new URL("contract.txt", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "pawl-contract-"));
const server = spawn(process.argv[2], [join(folder, "jobs.db")], { stdio: ["pipe", "pipe", "inherit"] });
const url = await new Promise((found) => createInterface(server.stdout).once("line", found));
const { info, paths, components } = await (await fetch(url + "/openapi.json")).json();
server.stdin.end();
await new Promise((ended) => (server.exitCode === null ? server.once("exit", ended) : ended()));
rmSync(folder, { recursive: true });

const lines = ["version " + info.version.split(".")[0]];
for (const [path, methods] of Object.entries(paths))
  for (const [method, operation] of Object.entries(methods)) {
    const route = method.toUpperCase() + " " + path;
    lines.push(route + " needs " + (operation["x-permission"] || "nothing"));
    for (const each of operation.parameters) lines.push(route + " takes " + each.in + " " + each.name);
    if (operation.requestBody) lines.push(route + " takes " + operation.requestBody.content["application/json"].schema.$ref.split("/").pop());
    for (const [status, answer] of Object.entries(operation.responses))
      for (const [type, content] of Object.entries(answer.content || { "no body": {} }))
        lines.push(`${route} answers ${status} ${type} ${content.schema?.$ref?.split("/").pop() || "anything"}`.replace(" no body anything", ""));
  }
const fields = (name, schema) => {
  for (const [field, of] of Object.entries(schema.properties || {})) {
    lines.push(`${name}.${field} ${(schema.required || []).includes(field) ? "always" : "if there"} ${[of.type || (of.$ref || "").split("/").pop() || "anything"].flat().join("|")}`.trim());
    fields(name + "." + field, of.items ? of.items : of);
  }
  for (const each of schema.enum || []) lines.push(`${name} may be ${each}`);
};
// What is about the fixture's own job types is not the library's to promise.
for (const [name, schema] of Object.entries(components.schemas)) if (!/_(deck|desk)_/.test(name)) fields(name, schema);
lines.sort();

if (process.argv.includes("--write")) {
  writeFileSync(kept, lines.join("\n") + "\n");
  process.exit(0);
}
const promised = readFileSync(kept, "utf8").trim().split("\n");
const gone = promised.filter((each) => !lines.includes(each));
const fresh = lines.filter((each) => !promised.includes(each));
for (const each of gone) console.log("FAIL gone, and clients rely on it: " + each);
for (const each of fresh) console.log("FAIL new, and not written down: " + each);
console.log(`${promised.length} promises`);
process.exit(gone.length || fresh.length || promised.length < 100 ? 1 : 0);
