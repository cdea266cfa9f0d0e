import {
  createBrowserProfile,
  createTestClient,
  createTestService,
  type TestClient,
  type TestService,
} from '@latchkey/testkit';
import type { AppConfig, ErrorCode } from '@latchkey/wire';
import { afterAll, beforeAll } from 'vitest';
import { connectExternalWallet, type HostConfig } from '../index.ts';
import {
  announceScriptedWallet,
  createScriptedWallet,
  type ScriptedWallet,
} from '../wallets/external/scriptedWallets.testkit.ts';

/** Answers requests in place of the service or of other services. Null leaves the request to the next handler. */
export type World = (request: Request) => Promise<Response | null> | Response | null;

export interface FundingFixtureOptions {
  readonly config?: HostConfig;
  readonly funding?: Partial<NonNullable<AppConfig['funding_config']>> | null;
  readonly services?: Partial<NonNullable<AppConfig['funding_services']>>;
  readonly world?: World;
}

export interface FundingFixture extends TestClient {
  readonly service: TestService;
  /** Address of the funded wallet, an account of the user. */
  readonly address: string;
  readonly wallet: ScriptedWallet;
  /** Connects a wallet that pays. */
  connect(wallet?: ScriptedWallet): ReturnType<typeof connectExternalWallet>;
}

export const moonpayApi = 'https://api.moonpay.example/v1';
const quotesUrl = 'https://quotes.example';
const quotesTestUrl = 'https://test.quotes.example';

const services = {
  moonpay: { api_url: moonpayApi, public_key: 'pk_live_1', test_public_key: 'pk_test_1' },
  coinbase_pay_url: 'https://pay.coinbase.example/buy/select-asset',
  quotes_url: quotesUrl,
  quotes_test_url: quotesTestUrl,
} satisfies AppConfig['funding_services'];

const settings = {
  methods: ['moonpay', 'coinbase-onramp', 'external'],
  options: [],
  default_recommended_amount: '0.1',
  default_recommended_currency: { chain: 'eip155:8453' },
  prompt_funding_on_wallet_creation: false,
  cross_chain_bridging_enabled: true,
} satisfies AppConfig['funding_config'];

const chains = [
  [1, 'Ethereum'],
  [8453, 'Base'],
  [10, 'OP Mainnet'],
].map(([id, name]) => ({
  id: Number(id),
  name: String(name),
  rpcUrls: { default: { http: [`https://node.example/${id}`] } },
}));

/**
 * Creates one service for the tests of a file. Each test sets the app's funding settings and the answers of other
 * services.
 */
export function shareFundingFixture() {
  let service: TestService | undefined;
  let people = 0;
  beforeAll(async () => {
    const apps = [
      {
        id: 'latchkey-test-app-0000001',
        name: 'Test app',
        email_auth: true,
        wallet_auth: true,
        allowed_origins: ['http://localhost:3000'],
      },
    ];
    service = await createTestService({ apps });
  });
  afterAll(() => service?.close());

  return async function open({
    config = {},
    funding = {},
    services: told = {},
    world = () => null,
  }: FundingFixtureOptions = {}): Promise<FundingFixture> {
    if (!service) throw new Error('The service does not run');
    const own = service;
    const test = createTestClient(own, {
      config: { chains, ...config },
      profile: createBrowserProfile(),
      async network(request, forward) {
        const answer = await world(request.clone());
        if (answer) return answer;
        if (!request.url.startsWith(own.config.url)) throw new TypeError('Failed to fetch');
        const reply = await forward();
        if (!/\/api\/v1\/apps\/[^/]+$/.test(new URL(request.url).pathname)) return reply;
        const app = { ...(await reply.json()) };
        if (funding) {
          app.funding_config = { ...settings, ...funding };
          app.funding_services = { ...services, ...told };
        }
        return Response.json(app);
      },
    });
    await test.client.start();
    people += 1;
    const email = `funded-${people}@company.example`;
    await test.logIn(email);
    const wallet = createScriptedWallet({ chainId: 1 });
    const rdns = 'io.metamask';
    announceScriptedWallet(test.page, wallet.provider, { rdns, name: 'MetaMask' });
    const connected = await connectExternalWallet(test.client, { walletClientType: 'metamask' });
    await connected.loginOrLink();
    connected.disconnect();
    test.requests.length = 0;
    test.sent.length = 0;
    return {
      ...test,
      service: own,
      address: connected.address,
      wallet,
      async connect(payer = createScriptedWallet({ chainId: 1 })) {
        announceScriptedWallet(test.page, payer.provider, { rdns: 'me.rainbow', name: 'Rainbow' });
        return connectExternalWallet(test.client, { walletClientType: 'rainbow' });
      },
    };
  };
}

/** Returns the code of the error that a call throws; null if it throws none. */
export async function codeOf(act: () => unknown): Promise<ErrorCode | null> {
  try {
    await act();
    return null;
  } catch (error) {
    return (error as { code: ErrorCode }).code;
  }
}
