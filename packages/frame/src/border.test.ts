import { describe, expect, it } from 'vitest';
import { admitSender, assertSecure, toAppId } from './border.ts';

const self = {};
const parent = {};
const host = 'https://app.example';
const place = { self, parent, ancestorOrigins: [host] };

describe('a sender', () => {
  it('[FRAME-04] is admitted when it is the direct parent with the origin that the browser names', () => {
    expect(admitSender({ source: parent, origin: host }, place, null)).toBe(host);
    expect(admitSender({ source: parent, origin: host }, place, host)).toBe(host);
    expect(admitSender({ source: parent, origin: host }, { ...place, ancestorOrigins: null }, null)).toBe(
      host,
    );
  });

  it.each([
    ['a sibling frame of the same origin', { source: {}, origin: host }],
    ['the frame itself', { source: self, origin: host }],
    ['a message without a source', { source: null, origin: host }],
    ['a sandboxed page', { source: parent, origin: 'null' }],
    ['no origin', { source: parent, origin: '' }],
    ['a look-alike suffix', { source: parent, origin: 'https://app.example.evil' }],
    ['a look-alike prefix', { source: parent, origin: 'https://evil-app.example' }],
    ['another port', { source: parent, origin: 'https://app.example:8443' }],
    ['another scheme', { source: parent, origin: 'http://app.example' }],
  ])('[S4] is refused: %s', (_, sender) => {
    expect(admitSender(sender, place, null)).toBeNull();
    expect(admitSender(sender, { ...place, ancestorOrigins: null }, host)).toBeNull();
  });

  it('[S4] is refused at top level, where there is no host', () => {
    const topLevel = { self, parent: self, ancestorOrigins: [] };
    expect(admitSender({ source: self, origin: host }, topLevel, null)).toBeNull();
  });
});

it('[FRAME-01] the app is the one of the path', () => {
  expect(toAppId('/apps/latchkey-demo-app-0000001/embedded-wallets')).toBe('latchkey-demo-app-0000001');
  for (const path of [
    '/',
    '/apps//embedded-wallets',
    '/apps/a/b/embedded-wallets',
    '/apps/a%2f/embedded-wallets',
  ]) {
    expect(toAppId(path)).toBeNull();
  }
});

describe('a page', () => {
  it.each(['https://app.example', 'http://localhost', 'http://localhost:3000', 'http://127.0.0.1:3000'])(
    '[EMBW-03] of %s is secure',
    (origin) => expect(() => assertSecure(origin)).not.toThrow(),
  );

  it.each([
    'http://app.example',
    'http://localhost.evil',
    'http://localhost:3000.evil',
    'http://127.0.0.1.evil:80',
    'http://192.168.1.2:3000',
  ])('[EMBW-03, S50] of %s is not', (origin) => {
    expect(() => assertSecure('https://service.example', origin)).toThrow(
      'Embedded wallet is only available over HTTPS',
    );
  });
});
