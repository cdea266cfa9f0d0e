import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requestHeaders } from '@latchkey/wire';
import { expect, test } from 'vitest';
import { moonpayHosts } from '../../packages/server/src/funding/moonpay/hosts.ts';
import { root } from '../build/contentHash.ts';

const page = readFileSync(join(root, 'docs/wire/protocol.md'), 'utf8');

test('the page of the wire protocol lists exactly the request headers that a preflight allows', () => {
  const section = page.slice(page.indexOf('### 1.2 '), page.indexOf('### 1.3 '));
  const rows = [...section.matchAll(/^\| `([a-z-]+)`/gm)].map(([, name]) => name);
  expect(rows.sort()).toEqual([...requestHeaders].sort());
});

test('the page of the wire protocol names no other request header elsewhere', () => {
  const named = [...page.matchAll(/\bheaders? `((?:x-)?[a-z]+-[a-z-]+)\b/g)].map(([, name]) => name);
  expect(named).not.toEqual([]);
  for (const name of named) expect(requestHeaders).toContain(name);
});

/** Relay's API for main networks and for test networks, as the guides recommend. */
const quotes = ['https://api.relay.link', 'https://api.testnets.relay.link'];

test('the guides name MoonPay’s API and the two quote services as the origins of funding, and no others', () => {
  const { api } = moonpayHosts({ moonpayUrl: null });
  const origins = [api, ...quotes].map((url) => new URL(url).origin).sort();
  const read = (name: string) => readFileSync(join(root, 'docs/guide', name), 'utf8');
  const policy = /^connect-src (.*);$/m.exec(read('funding.md'))?.[1]?.split(' ') ?? [];
  expect(policy.sort()).toEqual(origins);
  const row = /^\| \[funding\].*$/m.exec(read('csp.md'))?.[0] ?? '';
  expect([...row.matchAll(/https:[^`]+/g)].map(([url]) => url).sort()).toEqual(origins);
});
