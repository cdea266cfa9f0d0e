import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { payloads } from '../../packages/frame/src/payloads.ts';
import { root } from '../build/contentHash.ts';

const page = readFileSync(join(root, 'docs/wire/protocol.md'), 'utf8');
/** Rows of the tables of events, by event. A row such as `privy:wallet:connect / recover` is about two. */
const rows = [...page.matchAll(/^\| (privy:[a-z-]+:)([a-z-]+(?: \/ [a-z-]+)*)(.*)$/gm)].flatMap(
  ([, prefix = '', names = '', data = '']) =>
    names.split(' / ').map((name) => [prefix + name, data] as const),
);

test('the tables of the page of the wire protocol list every event of the wallet frame but the handshake', () => {
  const listed = new Set(rows.map(([name]) => name));
  const others = Object.keys(payloads).filter((event) => !listed.has(event));
  expect(others).toEqual(['privy:iframe:ready']);
});

/** Fields of most events, which the page describes once. */
const common = /^(?:accessToken|mfa|relyingParty|recovery(?!Phrase)|iCloudRecordName)/;

test('the tables of the page of the wire protocol name every field of each event of the wallet frame', () => {
  const missing = Object.entries(payloads).flatMap(([event, fields]) => {
    const data = rows.flatMap(([name, text]) => (name === event ? [text] : [])).join();
    return Object.keys(fields).filter(
      (field) => !common.test(field) && !new RegExp(`\\b${field}\\b`).test(data),
    );
  });
  expect(missing).toEqual([]);
});
