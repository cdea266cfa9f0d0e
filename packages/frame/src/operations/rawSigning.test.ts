import type { AppInput } from '@latchkey/wire';
import { Address, type Hex, Secp256k1, Signature } from 'ox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, FrameAnswer } from '../frameBrowser.testkit.ts';
import { type FrameFixture, named, openFrameFixture } from '../frameFixture.testkit.ts';

// An app whose operator allows signing of unreadable hashes. e2e/frame/vault.test.ts covers other apps.

const app: AppInput = {
  id: 'latchkey-test-app-0000001',
  name: 'Test app',
  email_auth: true,
  allowed_origins: ['http://localhost:3000'],
  allow_raw_signing: true,
};
let fixture: FrameFixture;
let browser: Browser;
let wallet: string;
beforeAll(async () => {
  fixture = await openFrameFixture({ app });
  browser = await (await fixture.logIn()).openBrowser();
  wallet = String((await browser.request('privy:wallet:create')).data?.address);
});
afterAll(() => fixture?.close());

const hash: Hex.Hex = `0x${'5a'.repeat(32)}`;

/** Sends a request with the older and the newer family of events. */
async function requestBoth(request: { method: string; params: unknown[] }): Promise<FrameAnswer[]> {
  const newer = { ...named(wallet), chainType: 'ethereum', hdWalletIndex: 0, request };
  return [
    await browser.request('privy:wallet:rpc', { address: wallet, request }),
    await browser.request('privy:wallets:rpc', newer),
  ];
}

test('[S16] signs a hash as it is if the operator allows it, with both families of events', async () => {
  for (const request of [
    { method: 'secp256k1_sign', params: [hash] },
    { method: 'eth_sign', params: [wallet, hash] },
    { method: 'eth_sign', params: [wallet.toLowerCase(), hash.toUpperCase().replace('0X', '0x')] },
  ])
    for (const answer of await requestBoth(request)) {
      const { response } = answer.data as { response: { method: string; data: Hex.Hex } };
      const signature = Signature.fromHex(response.data);
      expect(response.method).toBe(request.method);
      expect(Address.checksum(Secp256k1.recoverAddress({ payload: hash, signature }))).toBe(wallet);
    }
});

test.each<[what: string, method: string, params: () => unknown[]]>([
  ['no parameters', 'secp256k1_sign', () => []],
  ['a text', 'secp256k1_sign', () => ['Hello']],
  ['a byte too few', 'secp256k1_sign', () => [hash.slice(0, -2)]],
  ['a byte too many', 'secp256k1_sign', () => [`${hash}00`]],
  ['an odd number of digits', 'secp256k1_sign', () => [hash.slice(0, -1)]],
  ['bytes in a list', 'secp256k1_sign', () => [Array(32).fill(7)]],
  ['a short message in hex', 'eth_sign', () => [wallet, '0x48656c6c6f']],
  ['no address', 'eth_sign', () => [hash]],
  ['another wallet', 'eth_sign', () => [`0x${'ab'.repeat(20)}`, hash]],
])('[S16] refuses wrong parameters for the signature of a hash: %s (%s)', async (_what, method, params) => {
  for (const { error } of await requestBoth({ method, params: params() }))
    expect(error?.type).toBe('invalid_request_arguments');
});

test('does not sign a user operation as a hash', async () => {
  for (const { error } of await requestBoth({ method: 'csw_signUserOperation', params: [hash] }))
    expect(error).toEqual({ type: 'error', message: 'The wallet does not support csw_signUserOperation' });
});
