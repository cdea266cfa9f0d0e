import { type Sandbox, startSandbox } from '@latchkey/sandbox';
import {
  type BrowserProfile,
  createBrowserProfile,
  createTestClient,
  createTestService,
  later,
  type TestClient,
  type TestClientOptions,
  type TestService,
} from '@latchkey/testkit';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Hex } from '../hex.ts';
import {
  type ConnectedWallet,
  connectExternalWallet,
  type FundInput,
  type FundingRequest,
  type HostConfig,
  toFundingRequest,
} from '../index.ts';
import { ether } from '../transactions/sendFixture.testkit.ts';
import {
  announceScriptedWallet,
  createScriptedWallet,
  type ScriptedWallet,
} from '../wallets/external/scriptedWallets.testkit.ts';

const realFetch = globalThis.fetch;
/** Chain ids of the sandbox's two development chains. */
export const here = 31_337;
export const there = 31_338;

export interface WorldOptions {
  /** Contracts that the operator names for deposits on the first chain. @default none */
  readonly deposits?: readonly string[];
  /** Browser of the page. An earlier test page's profile simulates a reload or a second tab. @default a new one */
  readonly profile?: BrowserProfile;
  /** True if the profile is signed in already. @default a new user logs in */
  readonly isBack?: boolean;
  readonly config?: HostConfig;
  readonly page?: TestClientOptions['page'];
  /** Changes or replaces the answers of other services. */
  readonly change?: (request: Request, forward: () => Promise<Response>) => Promise<Response>;
}

/** A user's page. The service is real; providers and chains are the sandbox's. */
export interface FundingWorld extends TestClient {
  /** Address of the funded wallet, an account of the user. */
  readonly address: string;
  /** Advances time in steps of `stepMs` until a promise settles. Time stands still while a network request is open. */
  until<T>(promise: Promise<T>, stepMs?: number): Promise<T>;
  /** Advances time by this many ms, in the same way. */
  pass(ms: number): Promise<void>;
  request(config?: object): FundingRequest;
}

/** Wallet on the sandbox's chains that sends whatever it is asked to. */
export interface Payer {
  readonly wallet: ConnectedWallet;
  readonly script: ScriptedWallet;
  /** Transactions that it was asked to send, each with the wallet's chain at that time in `on`. */
  readonly sent: Readonly<Partial<Record<string, string | number>>>[];
}

/** Creates one service and one sandbox for the tests of a file. */
export function shareFundingWorld() {
  let sandbox: Sandbox | undefined;
  let service: TestService | undefined;
  let people = 0;
  beforeAll(async () => {
    sandbox = await startSandbox({
      port: 0,
      smtpPort: 0,
      hosts: ['127.0.0.1'],
      now: () => service?.clock.now() ?? 0,
    });
    service = await createTestService({
      config: {
        moonpayUrl: sandbox.url,
        coinbaseUrl: sandbox.url,
        pricesUrl: sandbox.pricesUrl,
        quotesUrl: sandbox.bridgeUrl,
        quotesTestUrl: sandbox.bridgeTestUrl,
        sharesOnRampAccounts: true,
      },
      apps: [
        {
          id: 'latchkey-test-app-0000001',
          name: 'Test app',
          email_auth: true,
          wallet_auth: true,
          fiat_on_ramp_enabled: true,
          allowed_origins: ['http://localhost:3000'],
          funding_config: {
            methods: ['moonpay', 'coinbase-onramp', 'external'],
            options: [],
            default_recommended_amount: '0.1',
            default_recommended_currency: { chain: `eip155:${there}` },
            prompt_funding_on_wallet_creation: false,
            cross_chain_bridging_enabled: true,
          },
        },
      ],
    });
  });
  afterEach(() => {
    sandbox?.bridge.lie(null);
    sandbox?.bridge.fail(null);
    sandbox?.bridge.fill('success');
    sandbox?.bridge.price(10);
    sandbox?.moonpay.fail(null);
    sandbox?.coinbaseOnRamp.fail(null);
  });
  /** Services on the same database whose operators named deposit contracts. */
  const naming: TestService[] = [];
  async function startNaming(deposits: readonly string[]): Promise<TestService> {
    const quoteDeposits = new Map([[here, deposits]]);
    const another = await now.service.startAnother({ config: { ...now.service.config, quoteDeposits } });
    naming.push(another);
    return another;
  }
  afterAll(async () => {
    await sandbox?.close();
    for (const one of naming) await one.close();
    await service?.close();
  });
  const now = { sandbox: later(() => sandbox), service: later(() => service) };

  const chainConfig = (id: number, url: string, testnet = false) => ({
    id,
    name: `Chain ${id}`,
    ...(testnet ? { testnet } : {}),
    rpcUrls: { default: { http: [url] } },
  });

  async function open({
    profile = createBrowserProfile(),
    isBack = false,
    config = {},
    page,
    change = (_, forward) => forward(),
    deposits = [],
  }: WorldOptions = {}): Promise<FundingWorld> {
    const { sandbox: stands } = now;
    const own = deposits.length > 0 ? await startNaming(deposits) : now.service;
    let underWay = 0;
    const test = createTestClient(own, {
      profile,
      ...(page ? { page } : {}),
      config: {
        chains: [chainConfig(here, stands.chainUrl), chainConfig(there, stands.secondChainUrl)],
        fundingMethodConfig: { usdcAddresses: stands.usdc as Readonly<Record<number, Hex>> },
        solana: { rpcUrls: { 'solana:mainnet': stands.solanaUrl } },
        ...config,
      },
      async network(request, forward) {
        const respond = () =>
          request.url.startsWith(own.config.url)
            ? forward()
            : change(request, () => realFetch(request.clone()));
        underWay += 1;
        try {
          const answer = await respond();
          const { status, headers } = answer;
          // Reads the whole body, so no request is open once the answer is returned.
          return new Response(await answer.arrayBuffer(), { status, headers });
        } finally {
          underWay -= 1;
        }
      },
    });
    await test.client.start();
    if (!isBack) {
      people += 1;
      await test.logIn(`person-${people}@company.example`);
    }
    const { user } = test.client.getState();
    const wallets = user?.linkedAccounts.filter(({ type }) => type === 'wallet') ?? [];
    const [linked] = wallets as { address: string }[];
    const address = linked?.address ?? (await linkWallet(test));

    async function idle(): Promise<void> {
      do await new Promise((resolve) => setTimeout(resolve, 1));
      while (underWay > 0);
    }
    async function step(ms: number): Promise<void> {
      await idle();
      await test.timers.advance(ms);
      await idle();
    }
    return {
      ...test,
      address,
      async until(promise, stepMs = 500) {
        let hasEnded = false;
        const end = () => {
          hasEnded = true;
        };
        promise.then(end, end);
        await idle();
        while (!hasEnded) await step(stepMs);
        return promise;
      },
      async pass(ms) {
        for (let left = ms; left > 0; left -= 500) await step(Math.min(left, 500));
      },
      request: (fields = {}) =>
        toFundingRequest(test.client, {
          address,
          chainType: 'ethereum',
          config: fields,
        } satisfies FundInput),
    };
  }

  async function linkWallet({ page, client }: TestClient): Promise<string> {
    const wallet = createScriptedWallet({ chainId: here });
    announceScriptedWallet(page, wallet.provider, { rdns: 'io.metamask', name: 'MetaMask' });
    const connected = await connectExternalWallet(client, { walletClientType: 'metamask' });
    await connected.loginOrLink();
    connected.disconnect();
    return connected.address;
  }

  /** Connects a wallet with coins on both chains. */
  async function connectPayer({ page, client }: TestClient, wei = ether): Promise<Payer> {
    const script = createScriptedWallet({ chainId: here });
    announceScriptedWallet(page, script.provider, { rdns: 'me.rainbow', name: 'Rainbow' });
    const wallet = await connectExternalWallet(client, { walletClientType: 'rainbow' });
    const sent: Payer['sent'] = [];
    script.on('eth_sendTransaction', async ([transaction]) => {
      const on = Number(await script.provider.request({ method: 'eth_chainId' }));
      sent.push({ ...(transaction as object), on });
      const chain = chainOf(on);
      await chain.request('anvil_impersonateAccount', [wallet.address]);
      return (await chain.send(transaction as { to: string })).transactionHash;
    });
    for (const id of [here, there]) await chainOf(id).fund(wallet.address, wei);
    return { wallet, script, sent };
  }

  const chainOf = (id: number) => (id === here ? now.sandbox.chain : now.sandbox.secondChain);
  const word = (value: bigint | string) =>
    (typeof value === 'string' ? value.slice(2).toLowerCase() : value.toString(16)).padStart(64, '0');
  const bigIntOf = (value: unknown) => BigInt(value as string);
  return {
    ...now,
    open,
    connectPayer,
    chainOf,
    /** Returns an address's balance in the smallest unit, of the native coin or the sandbox's USDC. */
    async balanceOf(id: number, address: string, asset: 'native-currency' | 'USDC' = 'native-currency') {
      const usdc = now.sandbox.usdc[id as typeof here];
      return bigIntOf(
        asset === 'USDC'
          ? await chainOf(id).request('eth_call', [
              { to: usdc, data: `0x70a08231${word(address)}` },
              'latest',
            ])
          : await chainOf(id).request('eth_getBalance', [address, 'latest']),
      );
    },
    async mint(id: number, address: string, amount: bigint) {
      const data = `0x40c10f19${word(address)}${word(amount)}`;
      await chainOf(id).send({ to: now.sandbox.usdc[id as typeof here], data });
    },
    async allowanceOf(id: number, owner: string, spender: string) {
      const data = `0xdd62ed3e${word(owner)}${word(spender)}`;
      const to = now.sandbox.usdc[id as typeof here];
      return bigIntOf(await chainOf(id).request('eth_call', [{ to, data }, 'latest']));
    },
    async approve(id: number, owner: string, spender: string, amount: bigint) {
      await chainOf(id).request('anvil_impersonateAccount', [owner]);
      const data = `0x095ea7b3${word(spender)}${word(amount)}`;
      await chainOf(id).send({ from: owner, to: now.sandbox.usdc[id as typeof here], data });
    },
  };
}
