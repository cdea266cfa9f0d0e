// @module-tag story

import { createHash } from 'node:crypto';
import { createCustodyClient } from '@latchkey/testkit';
import { custodyRoutes, sessionRoutes } from '@latchkey/wire';
import { Address, HdKey, type Hex, Mnemonic, PersonalMessage, Secp256k1, Signature, TypedData } from 'ox';
import type { Frame, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { fromBase64url, toAad } from '../../packages/frame/src/bytes.ts';
import { createDice } from '../../packages/frame/src/dice.testkit.ts';
import { openRecovery } from '../../packages/frame/src/operations/recovery/recoverySeal.ts';
import { mail } from '../../packages/frame/src/sign/typedDataVectors.testkit.ts';
import { openPair } from '../../packages/frame/src/vault/parts.ts';
import { type FrameHostPage, shareFrame } from './fixture.ts';
import { damageParts, dumpStorage, fillStorage, listDevices, openDevicePart } from './frameStorage.ts';

// The vault in a real browser: what it signs, stores and lets out, and what it does when something is wrong.

const { fixture, profile, person, host, reopen } = shareFrame();

const toEntropy = (address: string) => ({
  entropyId: address,
  entropyIdVerifier: 'ethereum-address-verifier',
});

async function createWallet(): Promise<string> {
  const { data } = await host.request('privy:wallet:create', { accessToken: person.accessToken });
  return data?.address as string;
}

async function signHello(from: FrameHostPage, accessToken: string, address: string): Promise<string> {
  const request = { method: 'personal_sign', params: ['hello', address] };
  const rpc = { accessToken, ...toEntropy(address), chainType: 'ethereum', hdWalletIndex: 0, request };
  const { data, error } = await from.request('privy:wallets:rpc', rpc);
  expect(error).toBeUndefined();
  expect(data).toMatchObject({ address, chainType: 'ethereum', response: { method: 'personal_sign' } });
  return toSigner(PersonalMessage.getSignPayload('0x68656c6c6f'), data?.response);
}

function toSigner(payload: Hex.Hex, response: unknown): string {
  const signature = Signature.fromHex((response as { data: Hex.Hex }).data);
  return Address.checksum(Secp256k1.recoverAddress({ payload, signature }));
}

describe('signing', () => {
  test('after privy:mfa:clear the vault connects and recovers with the events of both families, and signs messages and typed data', async () => {
    const address = await createWallet();
    const { accessToken } = person;
    expect(await signHello(host, accessToken, address)).toBe(address);
    expect(await host.request('privy:mfa:clear', { userId: person.userId })).toMatchObject({ data: {} });
    for (const event of ['privy:wallet:connect', 'privy:wallet:recover']) {
      expect(await host.request(event, { accessToken, address })).toMatchObject({ data: { address } });
    }
    for (const event of ['privy:wallets:connect', 'privy:wallets:recover']) {
      const named = { accessToken, ...toEntropy(address) };
      expect(await host.request(event, named)).toMatchObject({ data: { entropyId: address } });
    }
    const request = { method: 'eth_signTypedData_v4', params: [address, mail] };
    const { data } = await host.request('privy:wallet:rpc', {
      accessToken,
      address,
      hdWalletIndex: null,
      request,
    });
    expect(toSigner(TypedData.getSignPayload(mail as never), data?.response)).toBe(address);
  });

  test('the vault accepts both tokens of a session in turn, and requests the device’s auth part again only after privy:mfa:clear', async () => {
    const address = await createWallet();
    let released = 0;
    host.page.on('request', (request) => {
      if (request.url().endsWith(custodyRoutes.connect.path)) released += 1;
    });
    for (const token of [person.customerToken, person.accessToken, person.customerToken]) {
      expect(await signHello(host, token, address)).toBe(address);
    }
    expect(released).toBe(0);
    await host.request('privy:mfa:clear', {});
    expect(await signHello(host, person.accessToken, address)).toBe(address);
    expect(released).toBe(1);
  });

  test('[S16] the vault refuses methods that sign unread bytes, and methods that it does not support', async () => {
    const address = await createWallet();
    const sign = (method: string) => {
      const request = { method, params: [address, `0x${'00'.repeat(32)}`] };
      return host.request('privy:wallet:rpc', { accessToken: person.accessToken, address, request });
    };
    for (const method of ['eth_sign', 'secp256k1_sign']) {
      const message = expect.stringContaining('allow_raw_signing');
      expect((await sign(method)).error).toEqual({ type: 'invalid_request_arguments', message });
    }
    const message = expect.stringContaining('does not support');
    for (const method of ['eth_populateTransactionRequest', 'csw_signUserOperation'])
      expect((await sign(method)).error).toEqual({ type: 'error', message });
  });

  test('the vault refuses to sign as another address, or as a wallet that the user does not have', async () => {
    const address = await createWallet();
    const other = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
    const rpc = (signer: string, hdWalletIndex: number) =>
      host.request('privy:wallet:rpc', {
        accessToken: person.accessToken,
        address,
        hdWalletIndex,
        request: { method: 'personal_sign', params: ['hello', signer] },
      });
    expect((await rpc(other, 0)).error?.type).toBe('invalid_request_arguments');
    expect((await rpc(address, 1)).error?.type).toBe('invalid_request_arguments');
  });
});

describe('access to the vault', () => {
  test('the vault refuses forged tokens, also for another app, and another user’s token', async () => {
    const address = await createWallet();
    const stranger = await fixture.logIn();
    const [header, , signature] = person.accessToken.split('.');
    const forge = (claims: object) =>
      [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
    const sign = (accessToken: string) =>
      host.request('privy:wallet:rpc', {
        accessToken,
        address,
        request: { method: 'personal_sign', params: ['hello', address] },
      });
    const appId = fixture.service.app.id;
    for (const accessToken of [
      'no token',
      forge({ sub: person.userId, aud: appId }),
      forge({ sub: person.userId, aud: 'another-app', aid: 'another-app' }),
    ]) {
      expect((await sign(accessToken)).error?.code).toBe('missing_or_invalid_token');
    }
    expect((await sign(stranger.accessToken)).error?.type).toMatch(/wallet_not_on_device|error/);
    expect(await signHello(host, person.accessToken, address)).toBe(address);
  });

  test('the vault refuses a session a minute after it ended elsewhere', async () => {
    // Replaces the clock of the page and of its frame before they load.
    await reopen((page) => page.clock.install());
    const address = await createWallet();
    const { accessToken, refreshToken } = person;
    await fixture.service.call(sessionRoutes.logout, {
      bearer: accessToken,
      origin: fixture.host.origin,
      body: { refresh_token: refreshToken },
    });
    await host.page.clock.fastForward(61_000);
    const request = { method: 'personal_sign', params: ['hello', address] };
    const answer = await host.request('privy:wallet:rpc', { accessToken, address, request });
    expect(answer.error?.code).toBe('missing_or_invalid_token');
  });

  test('[S54] privy:mfa:clear during a signature locks the vault and fails the signature, and leaving the page locks the vault too', async () => {
    const address = await createWallet();
    const sign = () => {
      const request = { method: 'personal_sign', params: ['hello', address] };
      return host.request('privy:wallet:rpc', { accessToken: person.accessToken, address, request });
    };
    let released = 0;
    let letThrough = () => {};
    const isAsked = new Promise<void>((asked) => {
      const isOver = new Promise<void>((resolve) => {
        letThrough = resolve;
      });
      void host.page.route(`**${custodyRoutes.connect.path}`, async (route) => {
        released += 1;
        asked();
        await isOver;
        await route.continue();
      });
    });
    await host.request('privy:mfa:clear', {});
    const overtaken = sign();
    await isAsked;
    await host.request('privy:mfa:clear', {});
    letThrough();
    expect((await overtaken).error?.message).toContain('locked in the meantime');
    expect((await sign()).error).toBeUndefined();
    expect(released).toBe(2);
    await getFrame(host.page).evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
    expect((await sign()).error).toBeUndefined();
    expect(released).toBe(3);
  });

  test('[S4] of hostile messages the vault answers only the requests, each with an error, and signs afterwards', async () => {
    const address = await createWallet();
    const errors: Error[] = [];
    host.page.on('pageerror', (error) => errors.push(error));
    const before = await countAnswers();
    const { messages, requests } = createHostileMessages(address, person.accessToken);
    await host.page.evaluate((hostile) => {
      for (const message of hostile) window.frameHost.post('vault', message);
    }, messages);
    await expect.poll(countAnswers, { timeout: 150_000 }).toBe(before + requests);
    const answers = await host.page.evaluate(() => window.frameHost.answers());
    for (const { data } of answers.slice(before)) {
      expect(data.error?.type).toMatch(/^(error|invalid_request_arguments)$/);
    }
    expect(errors).toEqual([]);
    expect(await signHello(host, person.accessToken, address)).toBe(address);
  }, 480_000);
});

describe('what leaves the vault', () => {
  test('[S7] after a signature, no answer, request, stored value or heap string contains the wallet’s entropy, phrase, seed, private key or device part, and the frame adds no global', async () => {
    const sent: string[] = [];
    host.page.on('request', (request) => sent.push(request.postData() ?? '', request.url()));
    const address = await createWallet();
    expect(await signHello(host, person.accessToken, address)).toBe(address);
    const { entropy, rootKey } = await recoverSecrets(address);
    const frame = getFrame(host.page);
    const stored = await frame.evaluate(dumpStorage);
    const globals = await frame.evaluate(() => Object.getOwnPropertyNames(window).join());
    const blank = await host.page.evaluate(() => Object.getOwnPropertyNames(window).join());
    const answers = await host.page.evaluate(() => JSON.stringify(window.frameHost.answers()));
    const strings = await takeHeap(frame);
    // Controls of the scans: the address is sent, the sealed part is stored, and the code is on the heap.
    expect(sent.join()).toContain(address);
    expect(stored).toContain('sealed');
    expect(stored).toContain('extractable:false');
    expect(strings.includes('Ethereum Signed Message')).toBe(true);
    // Read last, because it brings the part onto the heap. Together with the service's part it opens the wallet, so it
    // is the right part to look for.
    const part = await readDevicePart(frame);
    const [authPart = ''] = sent.flatMap(
      (body) => /"device":\{[^}]*"auth_part":"([\w-]+)"/.exec(body)?.[1] ?? [],
    );
    const root = { kind: 'created', rootAddress: address } as const;
    expect((await openPair(part, fromBase64url(authPart), root)).entropy).toEqual(entropy);
    const phrase = toPhrase(entropy);
    const seed = Mnemonic.toSeed(phrase);
    const needles = [
      ...[entropy, rootKey, part, seed].flatMap(toForms),
      phrase,
      HdKey.fromSeed(seed).privateExtendedKey,
    ];
    for (const needle of needles) {
      for (const place of [...sent, stored, answers, strings]) {
        expect(place.toLowerCase().includes(needle.toLowerCase())).toBe(false);
      }
    }
    const known = new Set(blank.split(','));
    expect(globals.split(',').filter((name) => !known.has(name) && !/^\d+$/.test(name))).toEqual([]);
  });

  test('[S10] a part that was changed in the browser opens nothing, and the wallet can be recovered', async () => {
    const address = await createWallet();
    await getFrame(host.page).evaluate(damageParts, fixture.service.app.id);
    const again = await fixture.open(profile);
    const named = { accessToken: person.accessToken, ...toEntropy(address) };
    expect((await again.request('privy:wallets:connect', named)).error?.type).toBe('wallet_not_on_device');
    expect(await again.request('privy:wallets:recover', named)).toMatchObject({
      data: { entropyId: address },
    });
    expect(await signHello(again, person.accessToken, address)).toBe(address);
  });

  test('[S10] a part that was changed on its way from the service leads to an error and no signature', async () => {
    const address = await createWallet();
    const again = await fixture.open(profile);
    await again.page.route(`**${custodyRoutes.connect.path}`, async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      const part = Buffer.from(json.auth_part, 'base64url');
      part[3] = (part[3] ?? 0) ^ 1;
      await route.fulfill({ response, json: { ...json, auth_part: part.toString('base64url') } });
    });
    const request = { method: 'personal_sign', params: ['hello', address] };
    const answer = await again.request('privy:wallet:rpc', {
      accessToken: person.accessToken,
      address,
      request,
    });
    expect(answer).toMatchObject({ error: { type: 'error' } });
    expect(answer.data).toBeUndefined();
  });
});

test('the vault creates a wallet in a browser whose storage is full, and recovers it at the next load', async () => {
  await getFrame(host.page).evaluate(fillStorage);
  const address = await createWallet();
  // The frame keeps the part in memory, so it opens the vault again after a clear.
  await host.request('privy:mfa:clear', { userId: person.userId });
  expect(await signHello(host, person.accessToken, address)).toBe(address);
  await reopen();
  const named = { accessToken: person.accessToken, ...toEntropy(address) };
  expect((await host.request('privy:wallets:connect', named)).error?.type).toBe('wallet_not_on_device');
  expect(await host.request('privy:wallets:recover', named)).toMatchObject({ data: { entropyId: address } });
  expect(await signHello(host, person.accessToken, address)).toBe(address);
});

test('the vault refuses to create a second wallet a minute after the first', async () => {
  await createWallet();
  fixture.service.clock.advance(60_000);
  const answer = await host.request('privy:wallet:create', { accessToken: person.accessToken });
  expect(answer.error).toMatchObject({ type: 'error', code: 'embedded_wallet_already_exists' });
});

test('the vault refuses a service that knows an older recovery than this browser has seen', async () => {
  const address = await createWallet();
  const again = await fixture.open(profile);
  await again.page.route(`**${custodyRoutes.connect.path}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), recovery_version: 0 } });
  });
  const named = { accessToken: person.accessToken, ...toEntropy(address) };
  expect((await again.request('privy:wallets:connect', named)).error?.message).toContain('older recovery');
});

function getFrame(page: Page): Frame {
  const frame = page.frames()[1];
  if (!frame) throw new Error('the page has no frame');
  return frame;
}

const countAnswers = () => host.page.evaluate(() => window.frameHost.answers().length);

/** Number of hostile messages, as docs/evidence states it for the wide run. */
const hostileMessages = process.env.LATCHKEY_WIDE === '1' ? 10_000 : 1_000;

/** Creates wrong messages of ten sorts, and counts the requests among them, which get an answer. */
function createHostileMessages(address: string, accessToken: string) {
  const dice = createDice(20);
  const rpc = (fields: object) => ({
    accessToken,
    address,
    request: { method: 'personal_sign', params: ['hello', address] },
    ...fields,
  });
  let requests = 0;
  const asRequest = (event: string, data: unknown) => {
    requests += 1;
    return { id: `hostile-${requests}`, event, data };
  };
  const kinds: (() => unknown)[] = [
    () =>
      dice.pick([null, 0, true, '', 'privy:iframe:ready', '{', '[]', [], {}, { event: 'privy:wallet:rpc' }]),
    () => ({
      id: 'a',
      event: dice.pick(['wallet:rpc', 'xprivy:wallet:rpc', 'privy:', 5, null]),
      data: rpc({}),
    }),
    () => ({
      id: dice.pick([null, 5, {}, [], '', 'x'.repeat(200)]),
      event: 'privy:wallet:rpc',
      data: rpc({}),
    }),
    () => 'x'.repeat(5000) + String.fromCharCode(...dice.bytes(20)),
    () => asRequest(dice.pick(['privy:wallet:export', 'privy:constructor', 'privy:__proto__']), rpc({})),
    () => asRequest('privy:wallet:rpc', rpc({ extra: 1 })),
    () =>
      asRequest('privy:wallet:rpc', rpc({ address: dice.pick([5, {}, [], 'x'.repeat(500), 'vitalik.eth']) })),
    () => asRequest('privy:wallet:rpc', rpc({ hdWalletIndex: dice.pick([-1, 1.5, '0', 2 ** 31]) })),
    () =>
      asRequest('privy:wallet:rpc', rpc({ request: dice.pick([null, [], {}, { method: 'x', params: 5 }]) })),
    () => asRequest('privy:wallet:rpc', rpc({ accessToken: dice.pick([5, {}, 'x'.repeat(9000), 'a.b.c']) })),
  ];
  // Wrong tokens come last, because they lock the vault. The other messages must find it unlocked.
  const messages = kinds.flatMap((make) => Array.from({ length: hostileMessages / kinds.length }, make));
  return { messages, requests };
}

/** Recovers the entropy of a wallet, and its private key, outside the browser. */
async function recoverSecrets(address: string) {
  const { service, host: hostServer } = fixture;
  // Uses another login, because the page's is bound to its frame.
  const { accessToken: token } = await fixture.logIn(person.email);
  const client = await createCustodyClient(service, { token, parentOrigin: hostServer.origin });
  const { json } = await client.call(custodyRoutes.recover, {
    entropy_id: address,
    entropy_id_verifier: 'ethereum-address-verifier',
  });
  if (json.method !== 'privy') throw new Error('recovery is not automatic');
  const place = {
    appId: service.app.id,
    userId: person.userId,
    entropyUid: json.entropy_uid,
    recoveryId: json.recovery_id,
    recoveryVersion: json.recovery_version,
  };
  const part = await openRecovery(fromBase64url(json.recovery_key), fromBase64url(json.ciphertext), place);
  return openPair(part, fromBase64url(json.auth_part), { kind: json.kind, rootAddress: address });
}

/** Reads the part of the user's only device from the frame's storage, with the frame's own key. */
async function readDevicePart(frame: Frame): Promise<Uint8Array> {
  const owner = { appId: fixture.service.app.id, userId: person.userId };
  const [device] = await frame.evaluate(listDevices, owner);
  if (!device) throw new Error('the frame has stored no device');
  const { deviceId, entropyUid, address } = device;
  const aad = [...toAad('device-part', owner.appId, owner.userId, entropyUid, deviceId, address)];
  return Uint8Array.from(await frame.evaluate(openDevicePart, { ...owner, deviceId, aad }));
}

/** Writes a secret in the forms in which it could appear in text. */
function toForms(secret: Uint8Array): string[] {
  const buffer = Buffer.from(secret);
  return [
    buffer.toString('hex'),
    buffer.toString('base64url'),
    buffer.toString('base64'),
    [...secret].join(),
  ];
}

/** Returns the BIP-39 phrase of a 16-byte entropy: eleven bits per word, the last four bits a checksum. */
function toPhrase(entropy: Uint8Array): string {
  const checksum = createHash('sha256').update(entropy).digest()[0] ?? 0;
  const bits = [...entropy, checksum].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const words = bits.slice(0, 132).match(/.{11}/g) ?? [];
  return words.map((word) => Mnemonic.english[Number.parseInt(word, 2)]).join(' ');
}

/** Returns the strings in a heap snapshot of the frame. */
async function takeHeap(frame: Frame): Promise<string> {
  const session = await profile.context.newCDPSession(frame);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.takeHeapSnapshot');
  await session.detach();
  const { strings } = JSON.parse(chunks.join('')) as { strings: string[] };
  return strings.join('\n');
}
