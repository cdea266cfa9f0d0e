import { createHash, createHmac, generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestService, createWalletOwner, type TestService, testAppSecret } from '@latchkey/testkit';
import { type AppInput, type AppSecretName, appSecretRoutes, fundingRoutes } from '@latchkey/wire';

export interface ProviderRequest {
  readonly method: string;
  readonly url: string;
  readonly authorization: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ProviderServer {
  readonly url: string;
  readonly asked: ProviderRequest[];
  /** Answers all later requests. */
  answer: (asked: ProviderRequest, response: ServerResponse) => void;
  close(): Promise<void>;
}

export const json = (response: ServerResponse, body: unknown, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

/** Starts a stand-in for Coinbase Onramp, written from its documentation. It has no purchases yet. */
export async function startProvider(): Promise<ProviderServer> {
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => {
      const { authorization = '' } = request.headers;
      const asked = {
        method: request.method ?? '',
        url: request.url ?? '',
        authorization,
        body: text === '' ? {} : JSON.parse(text),
      };
      provider.asked.push(asked);
      provider.answer(asked, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const provider: ProviderServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    answer: usual([]),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return provider;
}

/** Issues tokens and lists the given transactions. */
export const usual =
  (transactions: readonly object[]): ProviderServer['answer'] =>
  ({ url }, response) =>
    url === '/coinbase/onramp/v1/token'
      ? json(response, { token: 'session-token-1', channel_id: 'channel-1' })
      : json(response, { transactions, next_page_key: '', total_count: String(transactions.length) });

/** Key pair at Coinbase's platform, generated for this run. */
export const ecKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

export const secrets = {
  moonpay: 'sk_live_of-the-test',
  'moonpay-test': 'sk_test_of-the-test',
  'moonpay-webhook': 'wk_live_of-the-test',
  'moonpay-test-webhook': 'wk_test_of-the-test',
  coinbase: ecKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  'coinbase-webhook': 'whsec-of-the-test',
} as const satisfies Partial<Record<AppSecretName, string>>;

export const fundingConfig = {
  methods: ['moonpay', 'coinbase-onramp', 'external'],
  default_recommended_amount: '0.01',
  default_recommended_currency: { chain: 'eip155:8453' },
} satisfies AppInput['funding_config'];

export const accounts = {
  moonpay: { public_key: 'pk_live_ours', test_public_key: 'pk_test_ours' },
  coinbase: { project_id: 'project-1', key_name: 'organizations/1/apiKeys/1' },
} satisfies AppInput['funding_providers'];

const appId = 'latchkey-test-app-0000001';

/** Starts a service whose app has accounts at both providers, with their secrets set. */
export async function startFunding(
  provider: ProviderServer,
  options: Parameters<typeof createTestService>[0] & { app?: Partial<AppInput> } = {},
): Promise<TestService> {
  const { app, apps = [], config, ...rest } = options;
  const service = await createTestService({
    ...rest,
    config: { moonpayUrl: provider.url, coinbaseUrl: provider.url, ...config },
    apps: [
      {
        id: appId,
        name: 'Test app',
        email_auth: true,
        allowed_origins: ['http://localhost:3000'],
        secret_hash: createHash('sha256').update(testAppSecret).digest('hex'),
        fiat_on_ramp_enabled: true,
        funding_config: fundingConfig,
        funding_providers: accounts,
        ...app,
      },
      ...apps,
    ],
  });
  for (const [name, secret] of Object.entries(secrets)) await putSecret(service, name, secret);
  return service;
}

export async function putSecret(service: TestService, name: string, secret: string | null, id = appId) {
  const { status } = await service.call(appSecretRoutes.put, {
    params: { id, name },
    body: { secret },
    bearer: service.config.adminKey,
  });
  if (status !== 200) throw new Error(`The secret ${name} was answered ${status}`);
}

export async function createPayer(service: TestService, email = 'ada@example.com') {
  const { user, wallet } = await createWalletOwner(service, email);
  const { token, userId } = user;
  const { address } = wallet;
  return {
    token,
    userId,
    address,
    sign: (config: object = { currencyCode: 'ETH_BASE' }, more: object = {}) =>
      service.call(fundingRoutes.signMoonpay, { bearer: token, body: { address, config, ...more } }),
    init: (more: object = {}, network = '127.0.0.1') =>
      service.call(fundingRoutes.initCoinbase, {
        bearer: token,
        network,
        body: { addresses: [{ address, blockchains: ['base'] }], assets: ['ETH'], ...more },
      }),
    status: (partnerUserId: string) =>
      service.call(fundingRoutes.coinbaseStatus, { bearer: token, body: { partnerUserId } }),
    list: async () => (await service.call(fundingRoutes.list, { bearer: token })).json.fundings,
  };
}

export interface EventFlaws {
  readonly key?: string;
  readonly atMs?: number;
  /** Body to send in place of the signed one. */
  readonly sent?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly id?: string;
}

/** Sends an event as MoonPay does, signed as its documentation describes. */
export async function sendMoonpay(service: TestService, body: object, flaws: EventFlaws = {}) {
  const { key = secrets['moonpay-webhook'], atMs = service.clock.now() } = flaws;
  const text = JSON.stringify(body);
  const at = Math.floor(atMs / 1000);
  const signature = createHmac('sha256', key).update(`${at}.${text}`).digest('hex');
  return post(service, 'moonpay', { 'Moonpay-Signature-V2': `t=${at},s=${signature}` }, { ...flaws, text });
}

/** Sends an event as Coinbase does, with two signed headers. */
export async function sendCoinbase(service: TestService, body: object, flaws: EventFlaws = {}) {
  const { key = secrets['coinbase-webhook'], atMs = service.clock.now() } = flaws;
  const text = JSON.stringify(body);
  const at = Math.floor(atMs / 1000);
  const [names, values] = ['content-type x-hook0-id', 'application/json.one'];
  const signature = createHmac('sha256', key).update(`${at}.${names}.${values}.${text}`).digest('hex');
  const header = { 'X-Hook0-Signature': `t=${at},h=${names},v1=${signature}`, 'x-hook0-id': 'one' };
  return post(service, 'coinbase', header, { ...flaws, text });
}

async function post(
  service: TestService,
  provider: string,
  signed: Readonly<Record<string, string>>,
  { headers = {}, id = appId, sent, text }: EventFlaws & { readonly text: string },
) {
  const response = await service.fetch(
    new Request(`${service.config.url}/api/v1/apps/${id}/funding/webhooks/${provider}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signed, ...headers },
      body: sent ?? text,
    }),
    { remoteAddress: '127.0.0.1' },
  );
  return { status: response.status, json: (await response.json()) as { code?: string } };
}

export const moonpayEvent = (externalTransactionId: string, walletAddress: string, data: object = {}) => ({
  type: 'transaction_updated',
  data: {
    id: 'mp-1',
    status: 'completed',
    externalTransactionId,
    walletAddress,
    cryptoTransactionId: '0xabc',
    quoteCurrencyAmount: 0.1,
    currency: { code: 'eth_base', type: 'crypto' },
    ...data,
  },
});

export const coinbaseEvent = (partnerUserRef: string, walletAddress: string, data: object = {}) => ({
  eventType: 'onramp.transaction.success',
  partnerUserRef,
  walletAddress,
  transactionId: 'cb-1',
  txHash: '0xdef',
  purchaseAmount: { value: '0.25', currency: 'ETH' },
  purchaseCurrency: 'ETH',
  ...data,
});
