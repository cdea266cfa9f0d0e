import { type Sandbox, startSandbox } from '@latchkey/sandbox';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conformanceApp, type ReachableService, startService } from '../service.ts';
import { type ClientApp, openApp, versions } from './client.ts';

// The headless client asks the service to sign the URL of MoonPay's page and to open a session at Coinbase. The
// stand-ins, which were written from the providers' documentation, check both. The client does not depend on the
// database, so one kind of database is enough.

const appId = 'latchkey-test-app-0000001';
const page = 'http://localhost:3000';
const stranger = '0x52908400098527886E0F7030069857D2E4169EE7';
const base = 8453;

let sandbox: Sandbox;
let service: ReachableService;
let clock: ReachableService['clock'] | undefined;
beforeAll(async () => {
  // Coinbase rejects tokens that were issued later than its own time.
  const now = () => clock?.now() ?? Date.now();
  sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'], now });
  const settings = {
    wallet_auth: true,
    fiat_on_ramp_enabled: true,
    funding_config: {
      methods: ['moonpay' as const, 'coinbase-onramp' as const],
      default_recommended_amount: '0.1',
      default_recommended_currency: { chain: `eip155:${base}` as const },
    },
  };
  service = await startService('embedded', [conformanceApp({ id: appId, ...settings })], {
    moonpayUrl: sandbox.url,
    coinbaseUrl: sandbox.url,
    sharesOnRampAccounts: true,
  });
  clock = service.clock;
});
afterAll(async () => {
  await service?.close();
  await sandbox?.close();
});

async function visit(address: string | URL, wallet: string): Promise<unknown> {
  const answer = await fetch(address);
  return [answer.status, (await answer.text()).includes(wallet)];
}

describe.each(versions)('js-sdk-core $version', ({ name, version }) => {
  const mine = privateKeyToAccount(`0x${version.replaceAll('.', '').padStart(64, '0')}`);
  let app: ClientApp;
  beforeAll(async () => {
    app = await openApp({ name, appId, url: service.url });
    const { siwe } = app.client.auth;
    const wallet = { address: mine.address, chainId: 'eip155:1', walletClientType: 'metamask' };
    const { message } = await siwe.init(wallet, new URL(page).host, page);
    await siwe.loginWithSiwe(await mine.signMessage({ message }));
  });

  test("[MOON-02] js-sdk-core gets a signed URL that MoonPay accepts for its user's wallet, and none for a stranger's wallet", async () => {
    const { moonpay } = app.client.funding;
    const config = { currencyCode: 'ETH_BASE', quoteCurrencyAmount: 0.2, uiConfig: { theme: 'dark' } };
    const { signedUrl, externalTransactionId } = await moonpay.sign({ address: mine.address, config });
    expect(await visit(signedUrl, mine.address)).toEqual([200, true]);
    expect(sandbox.moonpay.list()[0]).toMatchObject({
      externalTransactionId,
      walletAddress: mine.address,
      currencyCode: 'eth_base',
      quoteCurrencyAmount: 0.2,
      isTest: false,
    });
    expect(await visit(signedUrl.replace(mine.address, stranger), stranger)).toEqual([400, false]);
    await expect(moonpay.sign({ address: stranger, config })).rejects.toMatchObject({
      code: 'wallet_not_linked',
    });
  });

  test('[COIN-01] [COIN-02] js-sdk-core opens a single-use session at Coinbase, and reads the outcome of the purchase, which a logged-out client cannot read', async () => {
    const { coinbase } = app.client.funding;
    const input = await coinbase.initOnRampSession({
      addresses: [{ address: mine.address, blockchains: ['base'] }],
      assets: ['ETH'],
    });
    const id = input.partner_user_id;
    // The client builds the page's address. The test replaces Coinbase's origin by the address of the stand-in.
    const { url } = app.exports.getCoinbaseOnRampUrl({
      input,
      amount: '.2',
      asset: 'ETH',
      experience: 'buy',
      blockchain: app.exports.toCoinbaseBlockchainFromChainId(base),
    });
    const there = `${sandbox.url}/coinbase${url.pathname}${url.search}`;
    expect(await visit(there, mine.address)).toEqual([200, true]);
    expect(await visit(there, mine.address)).toEqual([400, false]);
    expect(await coinbase.getStatus(id)).toEqual({ status: 'pending' });
    await sandbox.coinbaseOnRamp.press(id, 'complete');
    service.passTime(3_000);
    expect(await coinbase.getStatus(id)).toEqual({ status: 'success' });
    const balance = await sandbox.secondChain.request('eth_getBalance', [mine.address, 'latest']);
    expect(BigInt(String(balance))).toBe(2n * 10n ** 17n);
    const other = await openApp({ name, appId, url: service.url });
    await expect(other.client.funding.coinbase.getStatus(id)).rejects.toThrow();
  });
});
