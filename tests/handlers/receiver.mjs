// SPDX-License-Identifier: BSL-1.0
// A receiver of webhooks that shares no code with pawl: node receiver.mjs <secret> <status>,…
// Says its port and what came, a line of JSON each. Answers signed deliveries with the statuses in
// turn, and then with 204. GET /end ends it.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const [secret, statuses = ''] = process.argv.slice(2);
const planned = statuses.split(',').filter(Boolean).map(Number);
const seen = new Set();

function judge(request, body) {
  const timestamp = request.headers['pawl-timestamp'] ?? '';
  const given = Buffer.from(request.headers['pawl-signature'] ?? '');
  const right = Buffer.from(
    'v1=' + createHmac('sha256', secret).update(timestamp + '.').update(body).digest('hex'));
  if (given.length !== right.length || !timingSafeEqual(given, right)) return 'forged';
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return 'old';
  return seen.has(request.headers['pawl-delivery']) ? 'repeated' : 'new';
}

const server = createServer((request, response) => {
  if (request.url === '/end') {
    response.end();
    process.exit(0);
  }
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    const body = Buffer.concat(parts);
    const verdict = judge(request, body);
    let status = verdict === 'forged' || verdict === 'old' ? 401 : 204;
    if (verdict === 'new') {
      status = planned.shift() ?? 204;
      if (status < 300) seen.add(request.headers['pawl-delivery']);
    }
    console.log(JSON.stringify({
      verdict, delivery: request.headers['pawl-delivery'], status,
      type: request.headers['content-type'], event: verdict === 'forged' ? null : JSON.parse(body),
    }));
    response.writeHead(status).end();
  });
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
