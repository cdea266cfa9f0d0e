import { describe, expect, test } from 'vitest';
import { createDice } from '../dice.testkit.ts';
import type { ReadableField, ReadableValue } from '../readable/parts.ts';
import { isRefusal } from '../refusal.ts';
import { readFarcasterMessage } from './farcasterMessage.ts';
import { readFarcasterRequest, toFarcasterHash } from './farcasterRequest.ts';
import vectors from './vectors/farcasterMessages.json' with { type: 'json' };

const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));
const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const fromText = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
const fid = BigInt(vectors.fid);
const find = (name: string) =>
  bytesOf(vectors.messages.find((one) => one.name === name)?.data ?? expect.fail(name));
const read = (name: string) => readFarcasterMessage(find(name), fid);

/** Converts fields to plain values, for comparison. */
const plain = (fields: readonly ReadableField[] = []): object =>
  Object.fromEntries(fields.map(({ name, value }) => [name, plainValue(value)]));
function plainValue(value: ReadableValue): unknown {
  if (value.kind === 'list') return value.items.map(plainValue);
  return value.kind === 'fields' ? plain(value.fields) : value.text;
}
const hash20 = `0x${Array.from({ length: 20 }, (_, at) => (at + 1).toString(16).padStart(2, '0')).join('')}`;

describe('readFarcasterMessage', () => {
  test('reads every field of a message that Farcaster’s own library wrote', () => {
    const [cast, frame] = read('cast');
    expect(cast?.title).toBe('Cast');
    expect(plain(cast?.fields)).toEqual({
      text: 'Hello from Tidewater 👋',
      mentions: ['3', '5650'],
      mentionsPositions: ['0', '6'],
      parent: { fid: '9', hash: hash20 },
      embeds: [{ url: 'https://tidewater.example/a' }, { cast: { fid: '7', hash: hash20 } }],
    });
    expect(frame?.title).toBe('Farcaster');
    expect(plain(frame?.fields)).toEqual({ fid: '20001', date: '2025-10-03T02:40:00.000Z' });
  });

  test.each<[name: string, title: string, fields: object]>([
    ['cast removal', 'Removal of a cast', { targetHash: hash20 }],
    ['like', 'Reaction', { type: 'like', cast: { fid: '9', hash: hash20 } }],
    ['recast removal', 'Removal of a reaction', { type: 'recast', url: 'https://a.example' }],
    ['follow', 'Link', { type: 'follow', displayTimestamp: '149999999', targetFid: '5650' }],
    ['unfollow', 'Removal of a link', { type: 'follow', targetFid: '5650' }],
    ['verification removal', 'Removal of an address', { address: hash20, protocol: 'Solana' }],
    ['profile', 'Profile', { field: 'display name', value: 'Ada' }],
    ['links', 'All links', { type: 'follow', targetFids: ['1', '2', '300000'] }],
    ['storage', 'Lending of storage', { toFid: '7', units: '2', unitType: '1' }],
  ])('reads a Farcaster message of the kind %s', (name, title, fields) => {
    const [part] = read(name);
    expect(part?.title).toBe(title);
    expect(plain(part?.fields)).toEqual(fields);
  });

  test('refuses a message of another account, and one that cannot be shown in full', () => {
    expect(() => readFarcasterMessage(find('like'), fid + 1n)).toThrow('another Farcaster account');
    const like = find('like');
    // An unknown field, a repeated field, a number in a longer form, an unknown type, the type of another body, a
    // message that is cut off, and an empty message.
    const others = [
      [...like, 0xa0, 0x06, 0x01],
      [...like, 0x10, 0xa1, 0x9c, 0x01],
      [...like.slice(0, 1), 0x83, 0x00, ...like.slice(2)],
      [0x08, 16, ...like.slice(2)],
      [0x08, 5, ...like.slice(2)],
      like.slice(0, -1),
      [],
    ];
    for (const bytes of others)
      expect(() => readFarcasterMessage(Uint8Array.from(bytes), fid)).toThrow(/Farcaster message/);
  });

  test('escapes a character that reorders the text of a message', () => {
    const profile = find('profile');
    const at = Buffer.from(profile).indexOf('Ada');
    const turned = Uint8Array.from(profile);
    turned.set([0xe2, 0x80, 0xae], at);
    expect(plain(readFarcasterMessage(turned, fid)[0]?.fields)).toMatchObject({ value: '\\u202e' });
  });

  test("shows or refuses each of 2,000 changed messages, and keeps the account's id in those that it shows", () => {
    const dice = createDice(20);
    let shown = 0;
    for (let turn = 0; turn < 2_000; turn += 1) {
      const { data } = vectors.messages[turn % vectors.messages.length] ?? expect.fail('none');
      const bytes = bytesOf(data);
      for (let change = 0; change <= dice.below(3); change += 1)
        bytes[dice.below(bytes.length)] = dice.below(256);
      const cut = dice.below(4) === 0 ? bytes.slice(0, dice.below(bytes.length)) : bytes;
      try {
        const parts = readFarcasterMessage(cut, fid);
        shown += 1;
        expect(plain(parts[1]?.fields)).toMatchObject({ fid: '20001' });
      } catch (error) {
        expect(isRefusal(error, 'invalid_request_arguments')).toBe(true);
      }
    }
    // Some changes keep a message valid, such as a change in its text.
    expect(shown).toBeGreaterThan(100);
  });
});

describe('readFarcasterRequest', () => {
  test('accepts a Farcaster message with its own hash, and computes the same hash', () => {
    for (const { data, hash } of vectors.messages) {
      expect(Buffer.from(toFarcasterHash(bytesOf(data))).toString('hex')).toBe(hash);
      const payload = { hash: toText(bytesOf(hash)), data: toText(bytesOf(data)) };
      const request = readFarcasterRequest({ fid: vectors.fid, payload }, fromText, { isHashAllowed: false });
      expect(request.content?.length).toBe(2);
    }
  });

  test('refuses the hash of another Farcaster message, and a hash without its message if that is not allowed', () => {
    const [first, second] = vectors.messages;
    const request = (hash: string, data?: string, isHashAllowed = false) =>
      readFarcasterRequest(
        { fid, payload: { hash: toText(bytesOf(hash)), ...(data ? { data: toText(bytesOf(data)) } : {}) } },
        fromText,
        { isHashAllowed },
      );
    expect(() => request(first?.hash ?? '', second?.data)).toThrow('not that of the message');
    expect(() => request(first?.hash ?? '')).toThrow('allow_raw_signing');
    expect(() => request('00'.repeat(32), undefined, true)).toThrow('20 bytes');
    expect(request(first?.hash ?? '', undefined, true).content).toBeNull();
  });
});
