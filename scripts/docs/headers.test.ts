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

test('each hyphenated name after the word "header" on the page of the wire protocol is a header that a preflight allows', () => {
  const named = [...page.matchAll(/\bheaders? `((?:x-)?[a-z]+-[a-z-]+)\b/g)].map(([, name]) => name);
  expect(named).not.toEqual([]);
  for (const name of named) expect(requestHeaders).toContain(name);
});

/** Relay's APIs for main networks and for test networks, which the guides recommend as quote services. */
const quotes = ['https://api.relay.link', 'https://api.testnets.relay.link'];

test('the guides to funding and to the CSP name exactly MoonPay’s API and Relay’s two APIs as origins of funding', () => {
  const { api } = moonpayHosts({ moonpayUrl: null });
  const origins = [api, ...quotes].map((url) => new URL(url).origin).sort();
  const read = (name: string) => readFileSync(join(root, 'docs/guide', name), 'utf8');
  const policy = /^connect-src (.*);$/m.exec(read('funding.md'))?.[1]?.split(' ') ?? [];
  expect(policy.sort()).toEqual(origins);
  const row = /^\| \[funding\].*$/m.exec(read('csp.md'))?.[0] ?? '';
  expect([...row.matchAll(/https:[^`]+/g)].map(([url]) => url).sort()).toEqual(origins);
});
