import { createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { moonpayKeys } from '../funding.ts';
import { type Sandbox, startSandbox } from '../sandbox.ts';
import { statusAt } from '../statusAt.testkit.ts';

interface Event {
  readonly signature: string;
  readonly text: string;
  readonly json: { type: string; data: Record<string, unknown> };
}

let sandbox: Sandbox;
let nowMs = 1_800_000_000_000;
const events: Event[] = [];
const receiver = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    events.push({ signature: String(request.headers['moonpay-signature-v2']), text, json: JSON.parse(text) });
    response.end('{}');
  });
});
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'], now: () => nowMs });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  sandbox.moonpay.sendEventsTo(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`);
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

function signed(
  changes: Record<string, string | null> = {},
  { secret = moonpayKeys.secretKey as string, path = 'buy' } = {},
) {
  const fields = {
    apiKey: moonpayKeys.publicKey,
    currencyCode: 'eth',
    walletAddress: newAddress(),
    quoteCurrencyAmount: '0.25',
    externalTransactionId: newId(),
    ...changes,
  };
  const given = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== null);
  const query = `?${new URLSearchParams(given)}`;
  const signature = createHmac('sha256', secret).update(query).digest('base64');
  return `${sandbox.url}/moonpay/${path}${query}&signature=${encodeURIComponent(signature)}`;
}
async function open(changes: Record<string, string | null> = {}) {
  const [id, address] = [newId(), newAddress()];
  const url = signed({ externalTransactionId: id, walletAddress: address, ...changes });
  const page = await fetch(url);
  expect(page.status).toBe(200);
  return { id, address, url, text: await page.text() };
}
const look = (id: string, key: string = moonpayKeys.publicKey) =>
  fetch(`${sandbox.url}/moonpay/v1/transactions/ext/${id}?apiKey=${key}`);
const statusOf = async (id: string) => (await (await look(id)).json())[0].status;
const weiOf = async (address: string, chain = sandbox.chain) =>
  BigInt((await chain.request('eth_getBalance', [address, 'latest'])) as string);

describe('the MoonPay page', () => {
  test('the MoonPay page shows the purchase, and sends the coins once it is paid', async () => {
    const { address, id, text, url } = await open();
    for (const shown of [address, id, '0.25', 'waitingPayment', 'Decline after closing'])
      expect(text).toContain(shown);
    const body = new URLSearchParams({ button: 'complete' });
    const after = await (await fetch(url, { method: 'POST', body })).text();
    expect(after).toContain('completed');
    expect(await weiOf(address)).toBe(25n * 10n ** 16n);
    const [found] = await (await look(id)).json();
    expect(found).toMatchObject({ status: 'completed', walletAddress: address, externalTransactionId: id });
    const receipt = await sandbox.chain.request('eth_getTransactionReceipt', [found.cryptoTransactionId]);
    expect(receipt).toMatchObject({ status: '0x1' });
  });

  test('the MoonPay page sends coins on the chain that stands for the network, and USDC as its token', async () => {
    const onBase = await open({ currencyCode: 'eth_base' });
    await sandbox.moonpay.press(onBase.id, 'complete');
    expect(await weiOf(onBase.address, sandbox.secondChain)).toBe(25n * 10n ** 16n);
    expect(await weiOf(onBase.address)).toBe(0n);
    const inDollars = await open({ currencyCode: 'usdc', quoteCurrencyAmount: '1.5' });
    await sandbox.moonpay.press(inDollars.id, 'complete');
    const data = `0x70a08231${inDollars.address.slice(2).padStart(64, '0')}`;
    expect(
      BigInt((await sandbox.chain.request('eth_call', [{ to: sandbox.usdc[31337], data }])) as string),
    ).toBe(1_500_000n);
    const wallet = 'Ff34MXWdgNsEJ1kJFj9cXmrEe7y2P93b95mGu5CJjBQJ';
    const inSol = await open({ currencyCode: 'sol', walletAddress: wallet, quoteCurrencyAmount: '11' });
    await sandbox.moonpay.press(inSol.id, 'complete');
    const { value } = (await sandbox.solana.request('getBalance', [wallet])) as { value: bigint };
    expect(BigInt(value)).toBe(11n * 10n ** 9n);
  });

  test.each<[string, () => string]>([
    ['an unknown key', () => signed({ apiKey: 'pk_live_other' })],
    ['a key of the other mode', () => signed({ apiKey: moonpayKeys.testPublicKey })],
    ['no signature', () => signed().replace(/&signature=.*/, '')],
    ['a signature by another secret', () => signed({}, { secret: 'sk_live_other' })],
    ['a query changed after signing', () => signed().replace('0.25', '9.25')],
    ['a parameter after the signature', () => `${signed()}&theme=dark`],
    ['a currency that is not sold', () => signed({ currencyCode: 'doge' })],
    ['a currency called __proto__', () => signed({ currencyCode: '__proto__' })],
    ['no currency', () => signed({ currencyCode: null })],
    ['no wallet', () => signed({ walletAddress: null })],
    ['a wallet of another network', () => signed({ currencyCode: 'sol' })],
    ...['1e9', '0', '-1', '1,5', '١', ''].map((amount): [string, () => string] => [
      `the amount '${amount}'`,
      () => signed({ quoteCurrencyAmount: amount }),
    ]),
    ['a script as the wallet address', () => signed({ walletAddress: '<script>alert(1)</script>' })],
  ])('the MoonPay page refuses %s', async (_, url) => {
    const page = await fetch(url());
    const text = await page.text();
    expect(page.status).toBe(400);
    expect(text.includes('role="alert"')).toBe(true);
    expect(text.includes('<script>alert')).toBe(false);
  });

  test('[MOON-05] the test page of MoonPay accepts the keys of test mode, and its purchases are found with those keys only', async () => {
    const id = newId();
    const url = signed(
      { apiKey: moonpayKeys.testPublicKey, externalTransactionId: id },
      { secret: moonpayKeys.testSecretKey, path: 'buy-sandbox' },
    );
    expect((await fetch(url)).status).toBe(200);
    await sandbox.moonpay.press(id, 'pay');
    expect((await look(id)).status).toBe(404);
    expect((await look(id, moonpayKeys.testPublicKey)).status).toBe(200);
  });

  test('the MoonPay page that declines later closes itself while the payment is pending', async () => {
    const { id, url } = await open();
    const body = new URLSearchParams({ button: 'fail-later' });
    const text = await (await fetch(url, { method: 'POST', body })).text();
    expect(text).toContain('window.close()');
    expect(await statusOf(id)).toBe('pending');
  });
});

describe('the MoonPay look-up', () => {
  test('the MoonPay look-up finds a transaction once it is paid, for pages of every origin', async () => {
    const { id } = await open();
    const before = await look(id);
    expect(before.status).toBe(404);
    expect(await before.json()).toEqual({ message: 'Transaction not found', type: 'NotFoundError' });
    expect(before.headers.get('access-control-allow-origin')).toBe('*');
    await sandbox.moonpay.press(id, 'pay');
    expect(await statusOf(id)).toBe('pending');
    await sandbox.moonpay.press(id, 'ask-authorization');
    expect(await statusOf(id)).toBe('waitingAuthorization');
    expect((await look(id, 'pk_live_other')).status).toBe(401);
  });

  test('the MoonPay look-up returns another wallet, or a script as the reason, as the test sets it', async () => {
    const [other, script] = [await open(), await open()];
    await sandbox.moonpay.press(other.id, 'other-wallet');
    const [elsewhere] = await (await look(other.id)).json();
    expect(elsewhere).toMatchObject({ status: 'completed' });
    expect(elsewhere.walletAddress).not.toBe(other.address);
    expect(await weiOf(other.address)).toBe(0n);
    await sandbox.moonpay.press(script.id, 'script');
    expect((await (await look(script.id)).json())[0]).toMatchObject({
      status: 'failed',
      failureReason: expect.stringContaining('<script>'),
    });
  });

  test('the MoonPay look-up fails as the test sets it: broken, junk, unknown, slow, silent', async () => {
    const { id } = await open();
    await sandbox.moonpay.press(id, 'pay');
    sandbox.moonpay.fail('broken');
    expect((await look(id)).status).toBe(500);
    sandbox.moonpay.fail('junk');
    await expect((await look(id)).json()).rejects.toThrow();
    sandbox.moonpay.fail('unknown');
    expect((await look(id)).status).toBe(404);
    // Calls the routes without a socket, so the request has arrived before the next line.
    const request = async () => {
      const path = `/moonpay/v1/transactions/ext/${id}?apiKey=${moonpayKeys.publicKey}`;
      const answer = sandbox.moonpay.routes.request(`http://127.0.0.1${path}`);
      await new Promise(setImmediate);
      return { answer };
    };
    sandbox.moonpay.fail('slow');
    const late = await request();
    sandbox.moonpay.fail(null);
    expect((await late.answer).status).toBe(200);
    sandbox.moonpay.fail('silent');
    const never = await request();
    sandbox.moonpay.fail(null);
    const asked = await request();
    expect((await Promise.race([never.answer, asked.answer])).status).toBe(200);
    sandbox.moonpay.close();
    expect((await never.answer).status).toBe(503);
  });
});

describe('MoonPay events', () => {
  const isGood = ({ signature, text }: Event, key: string = moonpayKeys.webhookKey) => {
    const [, at = '', given = ''] = /^t=(\d+),s=([0-9a-f]{64})$/.exec(signature) ?? [];
    return createHmac('sha256', key).update(`${at}.${text}`).digest('hex') === given;
  };

  test('MoonPay sends an event for each step, signed at its time', async () => {
    const { id, address } = await open();
    for (const button of ['pay', 'ask-authorization', 'complete'] as const)
      await sandbox.moonpay.press(id, button);
    expect(events.map(({ json }) => [json.type, json.data.status])).toEqual([
      ['transaction_created', 'pending'],
      ['transaction_updated', 'waitingAuthorization'],
      ['transaction_updated', 'completed'],
    ]);
    expect(events.every((event) => isGood(event))).toBe(true);
    expect(events[0]?.signature).toContain(`t=${nowMs / 1_000},`);
    expect(events[2]?.json.data).toMatchObject({ externalTransactionId: id, walletAddress: address });
  });

  test('MoonPay sends repeated, forged and old events, which do not change the purchase', async () => {
    const { id } = await open();
    await sandbox.moonpay.press(id, 'pay');
    events.length = 0;
    for (const button of ['event-twice', 'event-forged', 'event-old'] as const)
      await sandbox.moonpay.press(id, button);
    const [one, again, forged, old] = events;
    expect(one?.text).toBe(again?.text);
    expect(forged && isGood(forged)).toBe(false);
    expect(forged?.json.data.status).toBe('completed');
    expect(old && isGood(old)).toBe(true);
    expect(old?.signature).toContain(`t=${nowMs / 1_000 - 600},`);
    expect(await statusOf(id)).toBe('pending');
  });

  test('MoonPay sends a pending and a failed event for a payment that fails after the page closed', async () => {
    const { id } = await open();
    await sandbox.moonpay.press(id, 'fail-later');
    expect(events.map(({ json }) => json.type)).toEqual(['transaction_created', 'transaction_failed']);
    await expect(sandbox.moonpay.press(id, 'complete')).rejects.toThrow('has ended');
    await expect(sandbox.moonpay.press('no-such-id', 'pay')).rejects.toThrow('No page');
  });
});

test('the stand-in for MoonPay rejects requests with a foreign host name', async () => {
  expect(await statusAt(`${sandbox.url}/moonpay/buy`, 'evil.example')).toBe(421);
});
