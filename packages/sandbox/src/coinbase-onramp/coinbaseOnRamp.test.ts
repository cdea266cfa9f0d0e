import { createHmac, createPrivateKey, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { coinbaseKeys } from '../funding.ts';
import { type Sandbox, startSandbox } from '../sandbox.ts';
import { statusAt } from '../statusAt.testkit.ts';

let sandbox: Sandbox;
let nowMs = 1_800_000_000_000;
const events: { headers: IncomingHttpHeaders; text: string; json: Record<string, unknown> }[] = [];
const receiver = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    events.push({ headers: request.headers, text, json: JSON.parse(text) });
    response.end('{}');
  });
});
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'], now: () => nowMs });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  sandbox.coinbaseOnRamp.sendEventsTo(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`);
});
afterAll(async () => {
  receiver.close();
  await sandbox.close();
});
beforeEach(() => {
  events.length = 0;
  nowMs = 1_800_000_000_000;
});

const newAddress = () => `0x${randomBytes(20).toString('hex')}`;
const newId = () => randomBytes(16).toString('hex');
const host = 'api.developer.coinbase.com';
const tokenCall = `POST ${host}/onramp/v1/token`;

interface Signing {
  kind?: 'ec' | 'ed25519';
  kid?: string;
  claims?: Record<string, unknown>;
  nonce?: string;
  typ?: string;
}
async function sign(
  call: string,
  { kind = 'ec', kid = coinbaseKeys[kind].name, nonce = newId(), typ = 'JWT', claims = {} }: Signing = {},
) {
  const at = Math.floor(nowMs / 1_000);
  const bytes = Buffer.from(coinbaseKeys.ed25519.secret, 'base64');
  const [d, x] = [bytes.subarray(0, 32), bytes.subarray(32)].map((part) => part.toString('base64url'));
  const key =
    kind === 'ec'
      ? createPrivateKey(coinbaseKeys.ec.secret)
      : await importJWK({ kty: 'OKP', crv: 'Ed25519', d: d ?? '', x: x ?? '' }, 'EdDSA');
  const content = { iss: 'cdp', sub: kid, nbf: at, exp: at + 120, uri: call, uris: [call], ...claims };
  const header = { alg: kind === 'ec' ? 'ES256' : 'EdDSA', typ, kid, nonce };
  return new SignJWT(content).setProtectedHeader(header).sign(key);
}
const body = (changes: Record<string, unknown> = {}) => ({
  addresses: [{ address: newAddress(), blockchains: ['ethereum'] }],
  assets: ['ETH'],
  clientIp: '203.0.113.7',
  ...changes,
});
async function requestToken(content: unknown, signing?: Signing, bearer?: string) {
  const authorization = `Bearer ${bearer ?? (await sign(tokenCall, signing))}`;
  return fetch(`${sandbox.url}/coinbase/onramp/v1/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify(content),
  });
}
const toPage = (token: string, changes: Record<string, string> = {}) =>
  `${sandbox.url}/coinbase/buy/select-asset?${new URLSearchParams({
    appId: coinbaseKeys.projectId,
    sessionToken: token,
    defaultAsset: 'd85dce9b-5b73-5c3c-8978-522ce1d1c1b4',
    defaultNetwork: 'ethereum',
    presetCryptoAmount: '0.25',
    ...changes,
  })}`;
async function open(content = body(), changes: Record<string, string> = {}) {
  const reference = newId();
  const { token } = await (await requestToken(content)).json();
  const page = await fetch(toPage(token, { partnerUserId: reference, ...changes }));
  return {
    reference,
    token: String(token),
    page,
    text: await page.text(),
    address: content.addresses[0]?.address ?? '',
  };
}
async function list(reference: string, bearer?: string) {
  const path = `/onramp/v1/buy/user/${reference}/transactions`;
  const authorization = `Bearer ${bearer ?? (await sign(`GET ${host}${path}`))}`;
  return fetch(`${sandbox.url}/coinbase${path}?page_size=1`, { headers: { authorization } });
}
const weiOf = async (address: string) =>
  BigInt((await sandbox.chain.request('eth_getBalance', [address, 'latest'])) as string);

describe('session tokens', () => {
  test.each(['ec', 'ed25519'] as const)(
    'the stand-in for Coinbase issues a session token for a call that is signed with a key of the type %s',
    async (kind) => {
      const reply = await requestToken(body(), { kind });
      expect(reply.status).toBe(200);
      expect(await reply.json()).toEqual({ token: expect.any(String), channel_id: expect.any(String) });
    },
  );

  test('the stand-in for Coinbase accepts a signature that names the call in one or both of its claims, and in at least one', async () => {
    expect((await requestToken(body(), { claims: { uri: undefined } })).status).toBe(200);
    expect((await requestToken(body(), { claims: { uris: undefined } })).status).toBe(200);
    expect((await requestToken(body(), { claims: { uri: undefined, uris: undefined } })).status).toBe(401);
    expect((await requestToken(body(), { claims: { uris: [] } })).status).toBe(401);
  });

  test.each<[string, Signing]>([
    ['of an unknown key', { kid: 'organizations/other/apiKeys/1' }],
    ['by the wrong key', { kind: 'ec', kid: coinbaseKeys.ed25519.name }],
    ['of another issuer', { claims: { iss: 'other' } }],
    ['of another subject', { claims: { sub: 'other' } }],
    ['for another call', { claims: { uri: `GET ${host}/onramp/v1/token` } }],
    ['for another host', { claims: { uris: ['POST 127.0.0.1/onramp/v1/token'] } }],
    ['that has expired', { claims: { exp: 1_799_999_999 } }],
    ['that lasts too long', { claims: { exp: 1_800_000_121 } }],
    ['that is not valid yet', { claims: { nbf: 1_800_000_060 } }],
    ['without a nonce', { nonce: '' }],
    ['of another type', { typ: 'dpop+jwt' }],
  ])('the stand-in for Coinbase refuses a session token for a signature %s', async (_, signing) => {
    expect((await requestToken(body(), signing)).status).toBe(401);
  });

  test('the stand-in for Coinbase refuses a signature that was used before, and an invalid one', async () => {
    const bearer = await sign(tokenCall);
    expect((await requestToken(body(), {}, bearer)).status).toBe(200);
    expect((await requestToken(body(), {}, bearer)).status).toBe(401);
    expect((await requestToken(body(), {}, 'x')).status).toBe(401);
  });

  test.each<[string, unknown]>([
    ['no body', null],
    ['no address', body({ addresses: [] })],
    [
      'two addresses',
      body({ addresses: [1, 2].map(() => ({ address: newAddress(), blockchains: ['base'] })) }),
    ],
    ['no blockchain', body({ addresses: [{ address: newAddress(), blockchains: [] }] })],
    ['an unsupported blockchain', body({ addresses: [{ address: newAddress(), blockchains: ['celo'] }] })],
    [
      'an address of another network',
      body({ addresses: [{ address: newAddress(), blockchains: ['solana'] }] }),
    ],
    ['no client IP address', body({ clientIp: undefined })],
    ['an invalid client IP address', body({ clientIp: 'localhost' })],
    ['assets that are not a list', body({ assets: 'ETH' })],
  ])('the stand-in for Coinbase refuses a session token for a request with %s', async (_, content) => {
    expect((await requestToken(content)).status).toBe(400);
  });
});

describe('the Coinbase page', () => {
  test('the Coinbase page opens once for a token, within five minutes', async () => {
    const { page, reference, text, token, address } = await open();
    expect(page.status).toBe(200);
    expect(text.includes(address)).toBe(true);
    expect(text.includes('0.25 ETH')).toBe(true);
    const again = await fetch(toPage(token, { partnerUserId: reference }));
    expect(again.status).toBe(400);
    expect((await again.text()).includes('role="alert"')).toBe(true);
    const late = (await (await requestToken(body())).json()).token;
    nowMs += 5 * 60_000 + 1;
    expect((await fetch(toPage(late, { partnerUserId: reference }))).status).toBe(400);
  });

  test.each<[string, Record<string, string>]>([
    ['no reference', { partnerUserId: '' }],
    ['a reference of 50 characters', { partnerUserId: 'a'.repeat(50) }],
    ['another project', { appId: 'other' }],
    ['another network than the session has', { defaultNetwork: 'base' }],
    ['another asset than the session has', { defaultAsset: 'USDC' }],
    ['an invalid amount', { presetCryptoAmount: '1e9' }],
  ])('the Coinbase page refuses %s', async (_, changes) => {
    expect((await open(body(), changes)).page.status).toBe(400);
  });

  test('the buttons of the Coinbase page pay, and the coins arrive', async () => {
    const { address, page, reference } = await open();
    const press = async (button: string) => {
      const answer = await fetch(page.url, { method: 'POST', body: new URLSearchParams({ button }) });
      return answer.text();
    };
    expect((await (await list(reference)).json()).transactions).toEqual([]);
    expect(await press('pay')).toContain('IN_PROGRESS');
    expect(await press('complete')).toContain('SUCCESS');
    expect(await weiOf(address)).toBe(25n * 10n ** 16n);
    const { transactions, total_count } = await (await list(reference)).json();
    expect(total_count).toBe('1');
    expect(transactions).toMatchObject([
      {
        status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
        wallet_address: address,
        purchase_currency: 'ETH',
        purchase_network: 'ethereum',
        purchase_amount: { value: '0.25', currency: 'ETH' },
        tx_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      },
    ]);
  });
});

describe('the transactions of a user', () => {
  test("the stand-in for Coinbase refuses to list a user's transactions with a signature for another user", async () => {
    const bearer = await sign(`GET ${host}/onramp/v1/buy/user/other/transactions`);
    expect((await list('mine', bearer)).status).toBe(401);
  });

  test("the stand-in for Coinbase lists a user's newest transaction first, and the number of all", async () => {
    const first = await open();
    await sandbox.coinbaseOnRamp.press(first.reference, 'fail');
    await open(body(), { partnerUserId: first.reference });
    await sandbox.coinbaseOnRamp.press(first.reference, 'complete');
    const { transactions, total_count } = await (await list(first.reference)).json();
    expect(transactions.length).toBe(1);
    expect(total_count).toBe('2');
    expect(transactions[0].status).toBe('ONRAMP_TRANSACTION_STATUS_SUCCESS');
  });

  test("the list of a user's transactions has another wallet, a script or an error, as the test sets it", async () => {
    const [other, script] = [await open(), await open()];
    await sandbox.coinbaseOnRamp.press(other.reference, 'other-wallet');
    const [elsewhere] = (await (await list(other.reference)).json()).transactions;
    expect(elsewhere.wallet_address).not.toBe(other.address);
    expect(await weiOf(other.address)).toBe(0n);
    await sandbox.coinbaseOnRamp.press(script.reference, 'script');
    const [hurt] = (await (await list(script.reference)).json()).transactions;
    expect(hurt.failure_reason).toContain('<script>');
    sandbox.coinbaseOnRamp.fail('broken');
    expect((await list(script.reference)).status).toBe(500);
    sandbox.coinbaseOnRamp.fail('unknown');
    expect((await (await list(script.reference)).json()).transactions).toEqual([]);
    sandbox.coinbaseOnRamp.fail('slow');
    const late = list(script.reference);
    sandbox.coinbaseOnRamp.fail(null);
    expect((await late).status).toBe(200);
  });
});

test('Coinbase events are signed over the time, the named headers and the body', async () => {
  const { reference, address } = await open();
  for (const button of ['pay', 'event-twice', 'complete', 'event-forged'] as const)
    await sandbox.coinbaseOnRamp.press(reference, button);
  const isGood = events.map(({ headers, text }) => {
    const [, at, names = '', given] =
      /^t=(\d+),h=([a-z0-9 -]+),v1=([0-9a-f]{64})$/.exec(String(headers['x-hook0-signature'])) ?? [];
    const values = names.split(' ').map((name) => headers[name]);
    const content = `${at}.${names}.${values.join('.')}.${text}`;
    return createHmac('sha256', coinbaseKeys.webhookSecret).update(content).digest('hex') === given;
  });
  expect(isGood).toEqual([true, true, true, true, false]);
  expect(events.map(({ json }) => json.eventType)).toEqual([
    ...Array(3).fill('onramp.transaction.created'),
    ...Array(2).fill('onramp.transaction.success'),
  ]);
  expect(events[3]?.json).toMatchObject({
    partnerUserRef: reference,
    walletAddress: address,
    status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
  });
  await expect(sandbox.coinbaseOnRamp.press(reference, 'fail')).rejects.toThrow('has ended');
});

test('the stand-in for Coinbase rejects requests with a foreign host name', async () => {
  expect(await statusAt(`${sandbox.url}/coinbase/onramp/v1/token`, 'evil.example')).toBe(421);
});
