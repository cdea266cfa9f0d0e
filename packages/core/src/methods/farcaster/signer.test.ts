import { toFarcasterHash } from '@latchkey/frame/readable';
import { type Sandbox, startSandbox } from '@latchkey/sandbox';
import {
  createCustodyClient,
  createTestClient,
  createTestService,
  logIn,
  type TestClient,
  type TestService,
} from '@latchkey/testkit';
import { type FarcasterSignerInitReply, farcasterRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import vectors from '../../../../frame/src/farcaster/vectors/farcasterMessages.json' with { type: 'json' };
import {
  checkFarcasterSigner,
  createFarcasterLink,
  getFarcasterSignerPublicKey,
  requestFarcasterSigner,
  signFarcasterMessage,
  watchFarcasterSigner,
} from '../../farcaster.ts';
import { createWallet } from '../../index.ts';
import { createScriptedFrame, type ScriptedFrame } from '../../wallets/embedded/scriptedFrame.testkit.ts';

const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Harbour',
  email_auth: true,
  farcaster_auth: true,
  allowed_origins: ['http://localhost:3000'],
};
const publicKey = `0x${'5a'.repeat(32)}` as const;

let service: TestService;
let sandbox: Sandbox;
beforeAll(async () => {
  const now = () => service?.clock.now() ?? Date.now();
  sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'], now });
  service = await createTestService({
    apps: [app],
    config: {
      farcasterApiUrl: `${sandbox.url}/farcaster/api`,
      farcasterRelayUrl: `${sandbox.url}/farcaster/relay`,
      farcasterRpcUrl: `${sandbox.url}/farcaster/rpc`,
      sharedFarcasterSigner: sandbox.farcaster.appAccount,
    },
  });
});
afterAll(async () => {
  await service?.close();
  await sandbox?.close();
});

interface Person {
  readonly test: TestClient;
  readonly wallet: ScriptedFrame;
}
let people = 0;

/** Opens a page for a person, with a scripted frame. */
async function enter(): Promise<Person & { email: string }> {
  const wallet = createScriptedFrame(service);
  const test = createTestClient(service, { page: { frame: wallet.script } });
  await test.client.start();
  const email = `signer-${++people}@example.com`;
  return { test, wallet, email };
}

async function finished<T>({ timers }: TestClient, waiting: Promise<T>): Promise<T> {
  let isOver = false;
  const over = waiting.finally(() => {
    isOver = true;
  });
  over.catch(() => undefined);
  while (!isOver) {
    await timers.advance(500);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return over;
}

async function linkAccount({ test }: Person): Promise<number> {
  const link = createFarcasterLink(test.client);
  const { connectUri } = await link.open();
  const { fid } = await sandbox.farcaster.approve(connectUri, `signer-${people}`);
  await finished(test, link.finish());
  return fid;
}

/** Requests a signer. The test creates the key in place of the frame, and the service makes the request. */
async function requestFor({ test, wallet }: Person, email: string): Promise<string> {
  const { privy_access_token: token } = await logIn(service, email);
  const frame = await createCustodyClient(service, { token: token ?? '' });
  const { json } = await frame.call(farcasterRoutes.signerInit, { ed25519_public_key: publicKey });
  wallet.instead.set('privy:farcaster:init-signer', { data: json as FarcasterSignerInitReply });
  const signer = await requestFarcasterSigner(test.client);
  expect(signer).toMatchObject({ publicKey, status: 'pending_approval' });
  return signer.approvalUrl ?? expect.fail('there is no address to approve it at');
}

/** Returns a message of Farcaster's library, changed to another account. */
function messageOf(fid: number): Uint8Array {
  const { data = '' } = vectors.messages.find(({ name }) => name === 'profile') ?? {};
  const varint = (value: number): string =>
    value < 0x80
      ? value.toString(16).padStart(2, '0')
      : ((value & 0x7f) | 0x80).toString(16) + varint(Math.floor(value / 0x80));
  const hex = data.replace(`10${varint(vectors.fid)}`, `10${varint(fid)}`);
  return new Uint8Array(Buffer.from(hex, 'hex'));
}

describe('[FSIG-01] operations of a Farcaster signer', () => {
  it('[FSIG-01] operations of a Farcaster signer are refused without a session, without a wallet and without a Farcaster account; reading its key and signing also without a signer', async () => {
    const { test, wallet, email } = await enter();
    const { client } = test;
    const operations = [
      () => checkFarcasterSigner(client),
      () => requestFarcasterSigner(client),
      () => getFarcasterSignerPublicKey(client),
      () => signFarcasterMessage(client, new Uint8Array(20)),
    ];
    const refuse = async (which: typeof operations, refusal: object) => {
      for (const act of which) await expect(act()).rejects.toMatchObject(refusal);
    };
    await refuse(operations, { code: 'must_be_authenticated' });
    await test.logIn(email);
    await refuse(operations, { code: 'embedded_wallet_not_found' });
    await createWallet(client);
    wallet.heard.length = 0;
    await refuse(operations, { code: 'not_supported', details: { reason: 'farcaster_account' } });
    await linkAccount({ test, wallet });
    await refuse(operations.slice(2), { code: 'not_supported', details: { reason: 'farcaster_signer' } });
    expect(wallet.heard).toEqual([]);
    await checkFarcasterSigner(client);
  });
});

describe('a Farcaster signer', () => {
  it('[FSIG-02, FSIG-06, FARC-06] a Farcaster signer belongs to the user after their approval, and signs hashes and messages', async () => {
    const person = await enter();
    const { test, wallet, email } = person;
    const { client } = test;
    await test.logIn(email);
    await createWallet(client);
    const fid = await linkAccount(person);
    const url = await requestFor(person, email);
    const watching = watchFarcasterSigner(client, { publicKey });
    await sandbox.farcaster.approveSigner(url, `signer-${people}`);
    expect(await finished(test, watching)).toEqual({ publicKey, status: 'approved', approvalUrl: null });
    expect(client.getState().user?.farcaster).toEqual({ fid, signerPublicKey: publicKey });
    expect(await getFarcasterSignerPublicKey(client)).toEqual(new Uint8Array(32).fill(0x5a));

    const signature = Buffer.alloc(64, 1);
    const answer = () =>
      wallet.instead.set('privy:farcaster:sign', { data: { signature: signature.toString('base64url') } });
    const asked = () => wallet.heard.at(-1)?.data as { payload: { hash: string; data?: string } };
    answer();
    const hash = new Uint8Array(20).fill(9);
    expect(await signFarcasterMessage(client, hash)).toEqual(Uint8Array.from(signature));
    expect(asked()).toMatchObject({ payload: { hash: Buffer.from(hash).toString('base64url') }, fid });
    answer();
    const message = messageOf(fid);
    await signFarcasterMessage(client, message);
    expect(asked().payload).toEqual({
      hash: Buffer.from(toFarcasterHash(message)).toString('base64url'),
      data: Buffer.from(message).toString('base64url'),
    });

    wallet.heard.length = 0;
    for (const wrong of [new Uint8Array(19), new Uint8Array(21), messageOf(fid + 1), new Uint8Array()])
      await expect(signFarcasterMessage(client, wrong)).rejects.toMatchObject({ code: 'invalid_data' });
    expect(wallet.heard).toEqual([]);
    wallet.instead.set('privy:farcaster:sign', { data: { signature: 'words' } });
    await expect(signFarcasterMessage(client, hash)).rejects.toMatchObject({ code: 'unable_to_sign' });
    // A host's `sign` gets the data to be signed, and the frame is not called.
    const shown: object[] = [];
    await signFarcasterMessage(client, message, {
      sign: async (request) => {
        shown.push(request);
        return signature.toString('base64url');
      },
    });
    expect(shown).toEqual([expect.objectContaining({ method: 'farcaster_signMessage', message, fid })]);
  });

  it('[FSIG-06] waiting for a Farcaster signer fails with user_rejected_request if the user rejects it', async () => {
    const person = await enter();
    const { test, email } = person;
    await test.logIn(email);
    await createWallet(test.client);
    await linkAccount(person);
    sandbox.farcaster.rejectSigner(await requestFor(person, email));
    const watching = watchFarcasterSigner(test.client, { publicKey });
    await expect(finished(test, watching)).rejects.toMatchObject({
      code: 'user_rejected_request',
      message: 'Request rejected',
    });
    expect(test.client.getState().user?.farcaster?.signerPublicKey).toBeNull();
  });

  it('[FSIG-05] a Farcaster signer is polled every 2 s, for 300 s', async () => {
    const asked: number[] = [];
    const test: TestClient = createTestClient(service, {
      network: async (request, forward) => {
        if (new URL(request.url).pathname !== farcasterRoutes.signerStatus.path) return forward();
        asked.push(test.timers.now());
        return Response.json({ public_key: publicKey, status: 'pending_approval' });
      },
    });
    await test.client.start();
    await test.logIn(`signer-${++people}@example.com`);
    const beganAt = test.timers.now();
    const watching = watchFarcasterSigner(test.client, { publicKey });
    const failed = expect(watching).rejects.toMatchObject({ code: 'client_request_timeout' });
    for (let second = 0; second < 310; second += 1) await test.timers.advance(1_000);
    await failed;
    expect(asked.slice(0, 3)).toEqual([2_000, 4_000, 6_000].map((ms) => beganAt + ms));
    expect(asked.length).toBeGreaterThanOrEqual(149);
    expect((asked.at(-1) ?? 0) - beganAt).toBeLessThanOrEqual(300_000);

    const left = new AbortController();
    const stopped = watchFarcasterSigner(test.client, { publicKey, signal: left.signal });
    const ended = expect(stopped).rejects.toThrow();
    left.abort();
    await ended;
  });
});
