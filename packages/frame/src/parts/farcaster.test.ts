import { hkdfSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approveByPerson } from '../approval/approval.ts';
import { toFarcasterHash } from '../farcaster/farcasterRequest.ts';
import type { Browser, FrameAnswer } from '../frameBrowser.testkit.ts';
import { publicKeyOf } from '../frameFixture.testkit.ts';
import {
  bytesOfHex,
  createWalletInBrowser,
  isSignedByKey,
  openFarcasterFixture,
  toText,
} from './farcasterFixture.testkit.ts';

let farcaster: Awaited<ReturnType<typeof openFarcasterFixture>>;
beforeAll(async () => {
  farcaster = await openFarcasterFixture();
});
afterAll(() => farcaster?.fixture.close());

const keyOf = ({ data }: FrameAnswer) => String(data?.public_key);
const init = (browser: Browser, address: string) =>
  browser.request('privy:farcaster:init-signer', { address });
const sign = (
  browser: Browser,
  given: { address: string; fid: number; hash: Uint8Array; data?: Uint8Array },
) => {
  const { hash, data, ...rest } = given;
  const payload = { hash: toText(hash), ...(data ? { data: toText(data) } : {}) };
  return browser.request('privy:farcaster:sign', { ...rest, payload });
};
const hash = new Uint8Array(20).fill(5);
/** Returns a like, as a message of an account. */
function toMessage(fid: number): Uint8Array {
  const varint = (value: number): number[] =>
    value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(Math.floor(value / 0x80))];
  const body = [0x08, 1, 0x1a, 9, ...Buffer.from('https://a')];
  return Uint8Array.from([0x08, 3, 0x10, ...varint(fid), 0x18, 5, 0x20, 1, 0x3a, body.length, ...body]);
}

/** Opens a browser of a user whose signer is approved on the chain. */
async function withSigner(now?: () => number) {
  const entered = await farcaster.enter(now);
  const key = keyOf(await init(entered.browser, entered.address));
  farcaster.set(entered.fid, key, 1);
  return { ...entered, key };
}

describe('the key of a Farcaster signer', () => {
  test("derives a Farcaster signer's key as HKDF-SHA-256 of the entropy, for one app and account, unlike a wallet's key", async () => {
    const { browser, fid } = await farcaster.enter();
    const entropy = '7c'.repeat(32);
    const imported = await browser.request('privy:wallet:import', { privateKey: entropy });
    const info = `latchkey/farcaster-signer/v1\0latchkey-test-app-0000001\0${fid}`;
    const seed = new Uint8Array(hkdfSync('sha256', bytesOfHex(entropy), new Uint8Array(), info, 32));
    const expected = `0x${publicKeyOf(seed).toString('hex')}`;
    expect(keyOf(await init(browser, String(imported.data?.address)))).toBe(expected);
    expect(expected).not.toBe(`0x${publicKeyOf(bytesOfHex(entropy)).toString('hex')}`);
  });

  test('derives the same signer’s key in another browser of the user, and another key for each wallet and user', async () => {
    const ada = await farcaster.enter();
    const asked = await init(ada.browser, ada.address);
    expect(asked.data).toMatchObject({
      status: 'pending_approval',
      signer_approval_url: 'https://farcaster.example/approve',
    });
    const other = await ada.person.logInElsewhere();
    await other.request('privy:wallet:recover', { address: ada.address, recoveryMethod: 'privy' });
    expect(keyOf(await init(other, ada.address))).toBe(keyOf(asked));
    const imported = await ada.browser.request('privy:wallet:import', { privateKey: '7d'.repeat(32) });
    expect(keyOf(await init(ada.browser, String(imported.data?.address)))).not.toBe(keyOf(asked));
    const bob = await farcaster.enter();
    expect(keyOf(await init(bob.browser, bob.address))).not.toBe(keyOf(asked));
  });

  test("derives no signer's key without a Farcaster account, or without the wallet", async () => {
    const person = await farcaster.fixture.logIn();
    const browser = await person.openBrowser();
    const address = await createWalletInBrowser(browser);
    expect((await init(browser, address)).error).toMatchObject({ type: 'error', code: 'not_supported' });
    const ada = await farcaster.enter();
    expect((await init(await ada.person.openBrowser(), ada.address)).error?.type).toBe(
      'wallet_not_on_device',
    );
  });
});

describe('[FRAME-06] privy:farcaster:sign', () => {
  test('[FRAME-06] signs a hash, and a message by its hash, with the approved signer', async () => {
    const { browser, address, fid, key } = await withSigner();
    expect(isSignedByKey(await sign(browser, { address, fid, hash }), key, hash)).toBe(true);
    const data = toMessage(fid);
    const its = toFarcasterHash(data);
    expect(isSignedByKey(await sign(browser, { address, fid, hash: its, data }), key, its)).toBe(true);
  });

  test('refuses to sign with a Farcaster signer before it is approved, for another account, or with another wallet', async () => {
    const { browser, address, fid } = await farcaster.enter();
    const refused = { type: 'invalid_request_arguments' };
    expect((await sign(browser, { address, fid, hash })).error).toMatchObject(refused);
    const key = keyOf(await init(browser, address));
    expect((await sign(browser, { address, fid, hash })).error).toMatchObject(refused);
    farcaster.set(fid, key, 1);
    expect((await sign(browser, { address, fid: fid + 1, hash })).error).toMatchObject(refused);
    const imported = await browser.request('privy:wallet:import', { privateKey: '7e'.repeat(32) });
    const other = String(imported.data?.address);
    expect((await sign(browser, { address: other, fid, hash })).error).toMatchObject({
      ...refused,
      message: expect.stringContaining('another wallet'),
    });
    expect((await sign(browser, { address, fid, hash })).error).toBeUndefined();
  });

  test('refuses a Farcaster message of another account, with another hash, or that cannot be shown in full', async () => {
    const { browser, address, fid } = await withSigner();
    const data = toMessage(fid);
    const its = toFarcasterHash(data);
    const unknown = Uint8Array.from([...data, 0xa0, 0x06, 1]);
    const wrong: [hash: Uint8Array, data: Uint8Array][] = [
      [hash, data],
      [its.slice(1), data],
      [toFarcasterHash(toMessage(fid + 1)), toMessage(fid + 1)],
      [toFarcasterHash(unknown), unknown],
    ];
    for (const [given, message] of wrong)
      expect((await sign(browser, { address, fid, hash: given, data: message })).error?.type).toBe(
        'invalid_request_arguments',
      );
    for (const payload of [{}, { hash: 'AA', more: 1 }, { hash: '!'.repeat(27) }, 'hash', null])
      expect((await browser.request('privy:farcaster:sign', { address, fid, payload })).error?.type).toBe(
        'invalid_request_arguments',
      );
  });

  test('refuses to sign a minute after the user revoked the signer, at the latest', async () => {
    let time = Date.now();
    const { browser, address, fid, key } = await withSigner(() => time);
    expect((await sign(browser, { address, fid, hash })).error).toBeUndefined();
    farcaster.set(fid, key, 2);
    time += 59_000;
    farcaster.fixture.service.clock.advance(59_000);
    expect((await sign(browser, { address, fid, hash })).error).toBeUndefined();
    time += 1_000;
    farcaster.fixture.service.clock.advance(1_000);
    expect((await sign(browser, { address, fid, hash })).error?.type).toBe('invalid_request_arguments');
  });

  test('opens the wallet of a signer again for its user after a lock, but not for another user', async () => {
    const { browser, address, fid, person } = await withSigner();
    expect((await sign(browser, { address, fid, hash })).error).toBeUndefined();
    await browser.request('privy:mfa:clear', { accessToken: undefined, userId: person.userId });
    await browser.reload();
    // The part is on this device, so the wallet opens again for its logged-in user.
    expect((await sign(browser, { address, fid, hash })).error).toBeUndefined();
    const stranger = await farcaster.enter();
    const { error } = await browser.request('privy:farcaster:sign', {
      accessToken: stranger.person.accessToken,
      address,
      fid,
      payload: { hash: toText(hash) },
    });
    expect(error?.type).toBe('wallet_not_on_device');
  });
});

describe('strict approval', () => {
  let strict: Awaited<ReturnType<typeof openFarcasterFixture>>;
  beforeAll(async () => {
    strict = await openFarcasterFixture({ approval: 'frame' });
  });
  afterAll(() => strict?.fixture.close());

  test('[S14] refuses a Farcaster signature that was not approved on the wallet’s own page, and an approved hash without its message', async () => {
    const { browser, address, fid, person } = await strict.enter();
    strict.set(fid, keyOf(await init(browser, address)), 1);
    expect((await sign(browser, { address, fid, hash })).error?.message).toContain("approval: 'frame'");
    const { accessToken } = person;
    const approve = (payload: { hash: string; data?: string }) =>
      browser.act(async (frame) => {
        const { farcasterEvents } = await import('../events/farcasterEvents.ts');
        const approved = { ...frame, approval: approveByPerson() };
        return farcasterEvents['privy:farcaster:sign'](approved, { accessToken, address, fid, payload });
      });
    await expect(approve({ hash: toText(hash) })).rejects.toMatchObject({
      message: expect.stringContaining('allow_raw_signing'),
    });
    const data = toMessage(fid);
    const signed = await approve({ hash: toText(toFarcasterHash(data)), data: toText(data) });
    expect(signed.signature).toMatch(/^[A-Za-z0-9_-]{86}$/);
  });
});
