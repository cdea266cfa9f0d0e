import { type Sandbox, startSandbox, turnstileKeys } from '@latchkey/sandbox';
import { type DatabaseKind, databaseKind, freePort, type PostgresServer } from '@latchkey/testkit';
import type { AdminAppBody } from '@latchkey/wire';
import { buildAll, type TargetName } from '../../scripts/build.ts';
import { type Host, startHost } from './host.ts';
import { type Hosted, startHostedPages } from './hosted.ts';
import { type Inbox, openInbox } from './inbox.ts';
import { leaseService } from './service/lease.ts';
import type { ServiceProcess } from './service/process.ts';

export interface Harness {
  readonly service: ServiceProcess;
  /** Address of the service; same site as `host.origin`. */
  readonly url: string;
  /** Address of the stand-ins of third parties. */
  readonly sandboxUrl: string;
  /** Chain that stands in for Ethereum. A test can give coins to any wallet on it. */
  readonly chain: Sandbox['chain'];
  /** Address of the chain's JSON-RPC, for pages. */
  readonly chainUrl: string;
  /** A second chain, as another network to transfer from or to. */
  readonly secondChain: Sandbox['secondChain'];
  /** Address of the second chain's JSON-RPC, for pages. */
  readonly secondChainUrl: string;
  /** Tokens that stand in for USDC, by chain. */
  readonly usdc: Sandbox['usdc'];
  /** Stand-in for MoonPay, which sends its events to the harness's app. */
  readonly moonpay: Sandbox['moonpay'];
  /** Stand-in for Coinbase Onramp, which sends its events to the harness's app. */
  readonly coinbaseOnRamp: Sandbox['coinbaseOnRamp'];
  /** Stand-in for the quote service, which moves funds between the two chains. */
  readonly bridge: Sandbox['bridge'];
  /** Address of the quote service, for pages. `bridgeTestUrl` is the one for test networks. */
  readonly bridgeUrl: string;
  readonly bridgeTestUrl: string;
  readonly solana: Sandbox['solana'];
  /** Address of the cluster's JSON-RPC, for pages. */
  readonly solanaUrl: string;
  readonly walletConnect: Sandbox['walletConnect'];
  /** Address of the relay, for pages and phones. */
  readonly relayUrl: string;
  readonly clouds: Sandbox['clouds'];
  /** Id of the app that both origins of `host` may use. */
  readonly appId: string;
  readonly host: Host;
  /** Hosted pages; null unless they were requested. */
  readonly hosted: Hosted | null;
  readonly inbox: Inbox;
  /** PostgreSQL server of the service; null if its database is embedded. */
  readonly postgres: PostgresServer | null;
  close(): Promise<void>;
}

export interface HarnessOptions {
  app?: Partial<AdminAppBody>;
  /** Further apps: copies of the harness's app with these changes. */
  moreApps?: readonly (Partial<AdminAppBody> & { id: string })[];
  /** Returns further origins of the app, which depend on the host's port. */
  originsOf?: (host: Host) => string[];
  /**
   * Also starts the hosted pages: on the service's site, or on another one, where the wallet frame is a third party.
   *
   * @default not started
   */
  hosted?: 'same-site' | 'cross-site';
  /** Starts the hosted pages without a chain. @default false */
  isWithoutChains?: boolean;
  /** Bundle of the service, if not the usual one. `env` has further variables of its environment. */
  program?: string;
  env?: Readonly<Record<string, string>>;
  /** @default the value of LATCHKEY_TEST_DATABASE, else 'embedded' */
  database?: DatabaseKind;
  /** Starts the service in a process in which no other service ran, as measurements need it. @default false */
  isFresh?: boolean;
}

const harnessAppId = 'latchkey-rig-app-00000001';

/**
 * Starts everything that a user meets, on free loopback ports: the service, stand-ins of third parties with an inbox,
 * and a host. The service may run in a process that served another test file, of which no data is left
 * (`service/lease.ts`).
 */
export async function startHarness(options: HarnessOptions = {}): Promise<Harness> {
  // The stand-ins use the service's clock once it exists, so what they sign is neither expired nor dated in the
  // future.
  const clock = { now: Date.now };
  const [sandbox, host, port, hostedPort] = await Promise.all([
    startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'], now: () => clock.now() }),
    startHost(),
    freePort(),
    freePort(),
    ...(['frame', 'harness'] as const).map(buildOnce),
    options.hosted ? buildOnce('hosted') : null,
  ]);
  const url = `http://localhost:${port}`;
  const hostedEnv = {
    LATCHKEY_URL: url,
    LATCHKEY_HOSTED_URL: `http://${options.hosted === 'cross-site' ? '127.0.0.1' : 'localhost'}:${hostedPort}`,
    LATCHKEY_TURNSTILE_URL: sandbox.url,
  };
  const app: AdminAppBody = {
    id: harnessAppId,
    name: 'Rig',
    email_auth: true,
    allowed_origins: [host.origin, host.crossSiteOrigin, ...(options.originsOf?.(host) ?? [])],
    ...options.app,
  };
  const closeSurroundings = () => Promise.all([sandbox.close(), host.close()]);
  const eventsUrl = `${url}/api/v1/apps/${app.id}/funding/webhooks`;
  sandbox.moonpay.sendEventsTo(`${eventsUrl}/moonpay`);
  sandbox.coinbaseOnRamp.sendEventsTo(`${eventsUrl}/coinbase`);
  const lease = await leaseService({
    apps: [app, ...(options.moreApps ?? []).map((more) => ({ ...app, ...more }))],
    database: options.database ?? databaseKind,
    env: { ...hostedEnv, LATCHKEY_PORT: String(port), ...envOf(sandbox), ...options.env },
    isFresh: options.isFresh ?? false,
    ...(options.program ? { program: options.program } : {}),
  }).catch(async (error: unknown) => {
    await closeSurroundings();
    throw error;
  });
  const { postgres, service } = lease;
  clock.now = service.now;
  const hosted = options.hosted
    ? await startHostedPages({
        ...hostedEnv,
        LATCHKEY_HOSTED_PORT: String(hostedPort),
        LATCHKEY_HOSTED_CHAINS: JSON.stringify(options.isWithoutChains ? [] : harnessChains(sandbox)),
      })
    : null;
  return {
    service,
    url,
    appId: harnessAppId,
    host,
    hosted,
    inbox: openInbox(sandbox.url),
    sandboxUrl: sandbox.url,
    chain: sandbox.chain,
    chainUrl: sandbox.chainUrl,
    secondChain: sandbox.secondChain,
    secondChainUrl: sandbox.secondChainUrl,
    usdc: sandbox.usdc,
    moonpay: sandbox.moonpay,
    coinbaseOnRamp: sandbox.coinbaseOnRamp,
    bridge: sandbox.bridge,
    bridgeUrl: sandbox.bridgeUrl,
    bridgeTestUrl: sandbox.bridgeTestUrl,
    solana: sandbox.solana,
    solanaUrl: sandbox.solanaUrl,
    walletConnect: sandbox.walletConnect,
    relayUrl: sandbox.relayUrl,
    clouds: sandbox.clouds,
    postgres,
    async close() {
      // The stand-ins close at the same time as the service, because one of its requests may be waiting for them.
      await Promise.all([lease.close(), hosted?.close(), closeSurroundings()]);
    },
  };
}

const harnessChains = ({ chainUrl, secondChainUrl }: Pick<Harness, 'chainUrl' | 'secondChainUrl'>) => [
  { id: 31337, name: 'Rig', rpc_url: chainUrl, testnet: true },
  { id: 31338, name: 'Second rig', rpc_url: secondChainUrl, testnet: true },
];

const built = new Map<TargetName, Promise<unknown>>();

/** Builds a target at most once in a worker, and only if a hash of its sources has changed since the last build. */
function buildOnce(target: TargetName): Promise<unknown> {
  const building = built.get(target) ?? buildAll({ only: [target] });
  built.set(target, building);
  return building;
}

/** Returns the environment variables with which the service uses the stand-ins of third parties. */
function envOf(sandbox: Sandbox): Record<string, string> {
  return {
    LATCHKEY_SMTP_URL: sandbox.smtpUrl,
    LATCHKEY_SMS_URL: sandbox.smsUrl,
    LATCHKEY_TURNSTILE_SECRET: turnstileKeys.secret,
    LATCHKEY_FARCASTER_API_URL: `${sandbox.url}/farcaster/api`,
    LATCHKEY_FARCASTER_RELAY_URL: `${sandbox.url}/farcaster/relay`,
    LATCHKEY_FARCASTER_RPC_URL: `${sandbox.url}/farcaster/rpc`,
    LATCHKEY_GOOGLE_URL: sandbox.url,
    LATCHKEY_OAUTH_URL: sandbox.oauthUrl,
    LATCHKEY_CLOUDKIT_URL: sandbox.url,
    LATCHKEY_TELEGRAM_URL: sandbox.url,
    LATCHKEY_PRICES_URL: sandbox.pricesUrl,
    LATCHKEY_CHAINS: `31337=${sandbox.chainUrl},31338=${sandbox.secondChainUrl}`,
    LATCHKEY_MOONPAY_URL: sandbox.url,
    LATCHKEY_COINBASE_URL: sandbox.url,
    LATCHKEY_QUOTES_URL: sandbox.bridgeUrl,
    LATCHKEY_QUOTES_TEST_URL: sandbox.bridgeTestUrl,
    LATCHKEY_QUOTE_DEPOSITS: sandbox.quoteDeposits,
  };
}
