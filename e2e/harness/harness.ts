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
  /** Where the stand-ins of third parties are. */
  readonly sandboxUrl: string;
  /** The chain that stands in for Ethereum's, where wallets have what a test gives them. */
  readonly chain: Sandbox['chain'];
  /** Its JSON-RPC, for pages. */
  readonly chainUrl: string;
  /** A second chain, another network to come from or to go to. */
  readonly secondChain: Sandbox['secondChain'];
  /** Its JSON-RPC, for pages. */
  readonly secondChainUrl: string;
  /** What stands for USDC, by chain. */
  readonly usdc: Sandbox['usdc'];
  /** MoonPay, whose events go to the rig's app. */
  readonly moonpay: Sandbox['moonpay'];
  /** Coinbase Onramp, likewise. */
  readonly coinbaseOnRamp: Sandbox['coinbaseOnRamp'];
  /** The quote service, which moves funds between the two chains. */
  readonly bridge: Sandbox['bridge'];
  /** Its address, for pages, and the one for test networks. */
  readonly bridgeUrl: string;
  readonly bridgeTestUrl: string;
  /** The Solana cluster, `solana:localnet`. */
  readonly solana: Sandbox['solana'];
  /** Its JSON-RPC, for pages. */
  readonly solanaUrl: string;
  /** WalletConnect's relay, and what is wrong with it. */
  readonly walletConnect: Sandbox['walletConnect'];
  /** Its address, for pages and phones. */
  readonly relayUrl: string;
  /** What lies in people's clouds. */
  readonly clouds: Sandbox['clouds'];
  /** The app that both origins of `host` may use. */
  readonly appId: string;
  readonly host: Host;
  /** The hosted pages; null unless they were asked for. */
  readonly hosted: Hosted | null;
  readonly inbox: Inbox;
  /** The service's database where it is a PostgreSQL of its own; null where it is the embedded one. */
  readonly postgres: PostgresServer | null;
  close(): Promise<void>;
}

export interface HarnessOptions {
  /** Changes to the app of the rig. */
  app?: Partial<AdminAppBody>;
  /** Further apps: the rig's with these changes. */
  moreApps?: readonly (Partial<AdminAppBody> & { id: string })[];
  /** Further origins of the app, that hang on the host's port. */
  originsOf?: (host: Host) => string[];
  /**
   * Starts the hosted pages too: on the service's site, or on another one, where its frame is a third party.
   * @default neither
   */
  hosted?: 'same-site' | 'cross-site';
  /** Starts them without a chain. @default false */
  isWithoutChains?: boolean;
  /** Another bundle of the service than the usual one, and what its environment has besides. */
  program?: string;
  env?: Readonly<Record<string, string>>;
  /** @default what LATCHKEY_TEST_DATABASE says, else 'embedded' */
  database?: DatabaseKind;
  /** Starts the service in a process that no other one was in, as what measures it wants. @default false */
  isFresh?: boolean;
}

const harnessAppId = 'latchkey-rig-app-00000001';

/**
 * Starts everything that a person meets: the service, mail and SMS with an inbox, and a host, on free loopback ports. The
 * service's process may have served another file, of which nothing is left (`service/lease.ts`); all else is new.
 */
export async function startHarness(options: HarnessOptions = {}): Promise<Harness> {
  // Third parties go by the service's clock, once there is one: what they sign is neither old nor of the future there.
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
      // Third parties end with it: a request may be waiting for one.
      await Promise.all([lease.close(), hosted?.close(), closeSurroundings()]);
    },
  };
}

const harnessChains = ({ chainUrl, secondChainUrl }: Pick<Harness, 'chainUrl' | 'secondChainUrl'>) => [
  { id: 31337, name: 'Rig', rpc_url: chainUrl, testnet: true },
  { id: 31338, name: 'Second rig', rpc_url: secondChainUrl, testnet: true },
];

const built = new Map<TargetName, Promise<unknown>>();

/** Builds what has changed since the last build, by a hash of all its sources: the test files of a worker have that done once. */
function buildOnce(target: TargetName): Promise<unknown> {
  const building = built.get(target) ?? buildAll({ only: [target] });
  built.set(target, building);
  return building;
}

/** Addresses at which the service reaches the stand-ins of third parties. */
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
