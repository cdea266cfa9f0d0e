import { availableParallelism } from 'node:os';
import { isSameKek, type KekSource, readKekSource } from './crypto/index.ts';
import { readTwilioUrl } from './delivery/index.ts';
import { type HostedChain, readHostedChains } from './hosted/index.ts';
import { forOnRamps } from './onRampUrls.ts';
import { type OutboundAllow, readOutboundAllow } from './outbound/index.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Address of the sandbox's mail server, the default in development. */
export const sandboxSmtpUrl = 'smtp://127.0.0.1:4025';

/** Address of the sandbox's stand-in for Twilio, the default in development. */
export const sandboxSmsUrl = 'twilio+http://ACsandbox:sandbox@127.0.0.1:4010?from=%2B15005550006';

/** Address of the sandbox, the default in development for its stand-ins of web services. */
export const sandboxUrl = 'http://localhost:4010';

/** Address of Turnstile, the default in production. */
export const cloudflareUrl = 'https://challenges.cloudflare.com';

/** Farcaster's own relay, the default in production. */
export const farcasterRelay = 'https://relay.farcaster.xyz';
/** Farcaster's API, which lets users approve a signer, and the public node of its chain; the defaults in production. */
export const farcasterApi = 'https://api.farcaster.xyz';
export const optimismRpc = 'https://mainnet.optimism.io';

/** Public root of CoinGecko's API. Production uses it only if the operator names it. */
const coinGecko = 'https://api.coingecko.com/api/v3';

/**
 * Public roots of Relay's API, for main networks and for test networks. Production uses them only if the operator
 * names them.
 */
const relayQuotes = 'https://api.relay.link';
const relayTestQuotes = 'https://api.testnets.relay.link';

/** Ids of the chains of `npm start`. */
export const developmentChainId = 31337;
export const secondDevelopmentChainId = 31338;

/** Token of the sandbox's bot, which apps of a development service share if they have none of their own. */
export const sandboxTelegramToken = '4010000001:AAsandbox-bot-token-for-development';

/** Clients of the sandbox's stand-ins for Google and Apple, for apps of a development service without their own. */
export const sandboxClouds = {
  googleClientId: 'sandbox.apps.googleusercontent.com',
  googleClientSecret: 'sandbox-google-secret',
  iCloudContainer: {
    api_token: 'sandbox0000000000000000000000000000000000000000000000000000token',
    container_identifier: 'iCloud.localhost.sandbox',
    environment: 'development',
  },
} as const;

interface Variable<T> {
  readonly name: string;
  /** Text for the operator, printed into `.env.example`. */
  readonly about: string;
  readonly example: string;
  /** Value if the variable is not set. */
  readonly fallback: T;
  /** Returns the value of a text, or undefined if it is invalid. */
  read(text: string): T | undefined;
  /** Description of a valid text, such as `must be a path`. */
  readonly rule: string;
}

type Definition<T> = Omit<Variable<T>, 'name' | 'fallback'>;

function variable<T>(name: string, fallback: T, definition: Definition<T>): Variable<T> {
  return { name, fallback, ...definition };
}

const origin = (text: string) =>
  URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text) ? text : undefined;
const whole = (min: number, max: number) => (text: string) => {
  const value = Number(text);
  return /^\d+$/.test(text) && value >= min && value <= max ? value : undefined;
};
const addressOf = (pattern: RegExp) => (text: string) =>
  URL.canParse(text) && pattern.test(text) ? text : undefined;
const rootOrOff = (text: string) => (text === 'off' ? text : addressOf(/^https?:\/\/[^?#]*[^/?#]$/)(text));
const any = (text: string) => text;
const addresses = (text: string) => text.split(',').map((address) => address.trim());

/** Parses nodes by chain id, separated by commas. A node's address may contain commas too. */
function chainNodes(text: string): ReadonlyMap<number, string> | undefined {
  const pairs = text
    .split(/\s*,\s*(?=\d+=)/)
    .map((pair) => /^([1-9]\d{0,15})=(https?:\/\/\S*[^\s,])$/.exec(pair));
  const nodes = new Map<number, string>();
  for (const pair of pairs) {
    const [, id = '', url = ''] = pair ?? [];
    if (!URL.canParse(url) || nodes.has(Number(id)) || !Number.isSafeInteger(Number(id))) return undefined;
    nodes.set(Number(id), url);
  }
  return nodes;
}

/** Parses contracts by chain id. A chain may have several. */
function quoteDeposits(text: string): ReadonlyMap<number, readonly string[]> | undefined {
  const deposits = new Map<number, string[]>();
  for (const entry of text.split(',')) {
    const [, id = '', address = ''] = /^([1-9]\d{0,15})=(0x[0-9a-fA-F]{40})$/.exec(entry.trim()) ?? [];
    if (address === '' || !Number.isSafeInteger(Number(id))) return undefined;
    deposits.set(Number(id), [...(deposits.get(Number(id)) ?? []), address.toLowerCase()]);
  }
  return deposits;
}

/** Parses KEKs separated by commas. Returns undefined if one is invalid or occurs twice. */
function keks(text: string): readonly KekSource[] | undefined {
  const sources = text.split(',').map((one) => readKekSource(one.trim()));
  const valid = sources.filter((source) => source !== undefined);
  const isTwice = valid.some((one, place) => valid.slice(place + 1).some((other) => isSameKek(one, other)));
  return valid.length === sources.length && !isTwice ? valid : undefined;
}

const originRule = 'must be an origin such as https://auth.example.com, without a path or a slash at the end';
const keyRule =
  'must be 32 bytes in base64 or hex, or the ARN of a key in AWS KMS, or several of them separated by commas. Make one: openssl rand -base64 32';

/** Variables of the service, the recovery store and the hosted pages, in the order of `.env.example`. */
export const configVariables = {
  url: variable<string | null>('LATCHKEY_URL', null, {
    about:
      'Public address of the service. If it is not a loopback address, this is a production installation.',
    example: 'http://localhost:4000',
    read: origin,
    rule: originRule,
  }),
  tunnelUrl: variable<string | null>('LATCHKEY_TUNNEL_URL', null, {
    about:
      'Public https address of a TLS proxy or tunnel in front of a development service. Set it instead of LATCHKEY_URL. The service stays in development mode, and needs LATCHKEY_ADMIN_KEY.',
    example: 'https://latchkey.example.dev',
    read: origin,
    rule: originRule,
  }),
  port: variable<number>('LATCHKEY_PORT', 4000, {
    about: 'Port to listen on.',
    example: '4000',
    read: whole(0, 65_535),
    rule: 'must be a port number',
  }),
  bind: variable<readonly string[]>('LATCHKEY_BIND', ['127.0.0.1', '::1'], {
    about: 'Addresses to listen on, separated by commas.',
    example: '127.0.0.1,::1',
    read: addresses,
    rule: 'must be addresses separated by commas',
  }),
  workers: variable<number | null>('LATCHKEY_WORKERS', null, {
    about:
      'Number of worker processes that serve requests, or auto for one per core. SIGHUP to the process that was started replaces them one by one (docs/scaling.md). If unset, that process serves alone. More than one worker needs PostgreSQL.',
    example: 'auto',
    read: (text) => (text === 'auto' ? availableParallelism() : whole(1, 256)(text)),
    rule: 'must be auto or a number from 1 to 256',
  }),
  hostedUrl: variable<string | null>('LATCHKEY_HOSTED_URL', null, {
    about: 'Origin of the hosted pages (`main.js hosted`). It is an allowed origin of every app.',
    example: 'http://localhost:4002',
    read: origin,
    rule: originRule,
  }),
  hostedPort: variable<number>('LATCHKEY_HOSTED_PORT', 4002, {
    about: 'Hosted pages: port to listen on.',
    example: '4002',
    read: whole(0, 65_535),
    rule: 'must be a port number',
  }),
  hostedBind: variable<readonly string[]>('LATCHKEY_HOSTED_BIND', ['127.0.0.1', '::1'], {
    about: 'Hosted pages: addresses to listen on, separated by commas.',
    example: '127.0.0.1,::1',
    read: addresses,
    rule: 'must be addresses separated by commas',
  }),
  hostedChains: variable<readonly HostedChain[] | null>('LATCHKEY_HOSTED_CHAINS', null, {
    about:
      "Hosted pages: chains on which other apps may send transactions, as a JSON list with the default chain first. Users' browsers call these nodes, so the URLs must not contain a secret. Default in development: the sandbox.",
    example:
      '[{"id":8453,"name":"Base","rpc_url":"https://mainnet.base.org","explorer_url":"https://basescan.org"}]',
    read: readHostedChains,
    rule: 'must be a JSON list of at most 30 chains, each once, such as [{"id":8453,"name":"Base","rpc_url":"https://mainnet.base.org"}]',
  }),
  databaseUrl: variable<string | null>('LATCHKEY_DATABASE_URL', null, {
    about:
      'URL of a PostgreSQL database, version 15 or newer. If unset, the service uses an embedded database in LATCHKEY_DATA_DIR.',
    example: 'postgres://latchkey:password@localhost:5432/latchkey',
    read: addressOf(/^postgres(?:ql)?:\/\//),
    rule: 'must begin with postgres://',
  }),
  databaseConnections: variable<number | null>('LATCHKEY_DATABASE_CONNECTIONS', null, {
    about:
      'Largest number of connections to PostgreSQL. Workers divide it among them, at least 2 for each. Default: 10, or 2 for each worker if that is more.',
    example: '10',
    read: whole(2, 10_000),
    rule: 'must be a number from 2 to 10000',
  }),
  databasePrepared: variable<boolean>('LATCHKEY_DATABASE_PREPARED', true, {
    about:
      'Set it to off behind PgBouncer older than 1.21 in transaction mode, which does not support prepared statements (docs/scaling.md).',
    example: 'on',
    read: (text) => (text === 'on' || text === 'off' ? text === 'on' : undefined),
    rule: 'must be on or off',
  }),
  dataDir: variable<string>('LATCHKEY_DATA_DIR', '.latchkey', {
    about: 'Folder of the embedded database and of the keys that the service generates in development.',
    example: '.latchkey',
    read: any,
    rule: 'must be a path',
  }),
  appsFile: variable<string | null>('LATCHKEY_CONFIG', null, {
    about: 'Path of the apps file. If unset, the service reads latchkey.config.json if that file exists.',
    example: 'latchkey.config.json',
    read: any,
    rule: 'must be a path',
  }),
  adminKey: variable<string | null>('LATCHKEY_ADMIN_KEY', null, {
    about:
      'Shared key of the operator API, with which everything is permitted. off: only tokens work (docs/guide/production.md). Default in development: latchkey-dev-admin. Make one: openssl rand -base64 32',
    example: 'latchkey-dev-admin',
    read: any,
    rule: 'must be a text',
  }),
  smtpUrl: variable<string | null>('LATCHKEY_SMTP_URL', null, {
    about: 'URL of the mail server. Default in development: the sandbox.',
    example: sandboxSmtpUrl,
    read: addressOf(/^smtps?:\/\//),
    rule: 'must be such as smtps://user:password@mail.example.com:465',
  }),
  mailFrom: variable<string | null>('LATCHKEY_MAIL_FROM', null, {
    about: 'Sender of emails. In production, it must be an address on your own domain.',
    example: 'Latchkey <login@example.com>',
    read: (text) => (/^[^\r\n]*@[^\r\n]*$/.test(text) ? text : undefined),
    rule: 'must be such as Latchkey <login@example.com>',
  }),
  smsUrl: variable<string | null>('LATCHKEY_SMS_URL', null, {
    about:
      'URL of the SMS provider, Twilio. Default in development: the sandbox. If unset in production, the service sends no SMS.',
    example: sandboxSmsUrl,
    read: (text) => (readTwilioUrl(text) ? text : undefined),
    rule: 'must be such as twilio://ACCOUNT_SID:AUTH_TOKEN@api.twilio.com?from=%2B15550100',
  }),
  turnstileUrl: variable<string | null>('LATCHKEY_TURNSTILE_URL', null, {
    about: 'Origin of Cloudflare Turnstile, for apps that use it. Default in development: the sandbox.',
    example: sandboxUrl,
    read: origin,
    rule: originRule,
  }),
  turnstileSecret: variable<string | null>('LATCHKEY_TURNSTILE_SECRET', null, {
    about: 'Secret key of Turnstile for apps without a key of their own.',
    example: '',
    read: any,
    rule: 'must be a text',
  }),
  googleUrl: variable<string | null>('LATCHKEY_GOOGLE_URL', null, {
    about:
      'Origin of a stand-in for Google (recovery with Google Drive). Default in development: the sandbox.',
    example: sandboxUrl,
    read: origin,
    rule: originRule,
  }),
  cloudKitUrl: variable<string | null>('LATCHKEY_CLOUDKIT_URL', null, {
    about: 'Origin of a stand-in for CloudKit (recovery with iCloud). Default in development: the sandbox.',
    example: sandboxUrl,
    read: origin,
    rule: originRule,
  }),
  farcasterApiUrl: variable<string | null>('LATCHKEY_FARCASTER_API_URL', null, {
    about:
      'URL of the Farcaster API, which apps use to ask users to approve a signer. Default in development: the sandbox.',
    example: farcasterApi,
    read: addressOf(/^https?:\/\/[^?#]*[^/?#]$/),
    rule: 'must be an address such as https://api.farcaster.xyz, without a slash at the end',
  }),
  farcasterRelayUrl: variable<string | null>('LATCHKEY_FARCASTER_RELAY_URL', null, {
    about: 'URL of the relay to the Farcaster app. Default in development: the sandbox.',
    example: farcasterRelay,
    read: addressOf(/^https?:\/\/[^?#]*[^/?#]$/),
    rule: 'must be an address such as https://relay.farcaster.xyz, without a slash at the end',
  }),
  farcasterRpcUrl: variable<string | null>('LATCHKEY_FARCASTER_RPC_URL', null, {
    about:
      'JSON-RPC URL of an OP Mainnet node. Farcaster stores the owners of accounts on this chain. The public node is slow under load, so use your own. Default in development: the sandbox.',
    example: optimismRpc,
    read: addressOf(/^https?:\/\//),
    rule: 'must be an address',
  }),
  oauthUrl: variable<string | null>('LATCHKEY_OAUTH_URL', null, {
    about:
      'URL of stand-ins for the social login providers: the service calls <this URL>/host/path instead of https://host/path. Default in development: the sandbox.',
    example: `${sandboxUrl}/oauth`,
    read: (text) => (/^https?:\/\/[^?#]*[^/?#]$/.test(text) && URL.canParse(text) ? text : undefined),
    rule: 'must be an address such as http://localhost:4010/oauth, without a slash at the end',
  }),
  telegramUrl: variable<string | null>('LATCHKEY_TELEGRAM_URL', null, {
    about:
      'Origin of a stand-in for Telegram’s login (oauth.telegram.org). Default in development: the sandbox.',
    example: sandboxUrl,
    read: origin,
    rule: originRule,
  }),
  pricesUrl: variable<string | null>('LATCHKEY_PRICES_URL', null, {
    about:
      'Root URL of the CoinGecko API, for prices in US dollars beside amounts. The paid API is at https://pro-api.coingecko.com/api/v3. If unset in production, or off, the service fetches no prices and the modal shows none. Default in development: the sandbox.',
    example: coinGecko,
    read: rootOrOff,
    rule: `must be off, or an address such as ${coinGecko}, without a slash at the end`,
  }),
  pricesKey: variable<string | null>('LATCHKEY_PRICES_KEY', null, {
    about:
      'API key for CoinGecko. Without a key, CoinGecko answers only a few calls per minute, shared by everyone on the network.',
    example: '',
    read: (text) => (/^[\x21-\x7e]+$/.test(text) ? text : undefined),
    rule: 'must be a text without spaces',
  }),
  chainNodes: variable<ReadonlyMap<number, string> | null>('LATCHKEY_CHAINS', null, {
    about:
      "JSON-RPC URLs of Ethereum nodes, each as chain id=URL, separated by commas. The wallet's approval page reads details of tokens and contracts from them; without a node for a chain, it says that nothing was checked. The service also calls the node to verify logins with contract wallets. Use your own nodes. Default in development: the sandbox.",
    example: '1=https://ethereum.example.com/key,8453=https://base.example.com/key',
    read: chainNodes,
    rule: 'must be addresses by chain id, each once, such as 1=https://ethereum.example.com/key,8453=https://base.example.com/key',
  }),
  ...forOnRamps((_, { name, product = name, way }) =>
    variable<string | null>(`LATCHKEY_${way.toUpperCase()}_URL`, null, {
      about: `Origin of a stand-in for ${product}. Default in development: the sandbox.`,
      example: sandboxUrl,
      read: origin,
      rule: originRule,
    }),
  ),
  quotesUrl: variable<string | null>('LATCHKEY_QUOTES_URL', null, {
    about:
      "Root URL of the service that quotes transfers between networks (Relay's API). Users' browsers call it. If unset in production, or off, no transfers are offered. Default in development: the sandbox.",
    example: relayQuotes,
    read: rootOrOff,
    rule: `must be off, or an address such as ${relayQuotes}, without a slash at the end`,
  }),
  quotesTestUrl: variable<string | null>('LATCHKEY_QUOTES_TEST_URL', null, {
    about: 'The same for test networks.',
    example: relayTestQuotes,
    read: rootOrOff,
    rule: `must be off, or an address such as ${relayTestQuotes}, without a slash at the end`,
  }),
  quoteDeposits: variable<ReadonlyMap<number, readonly string[]> | null>('LATCHKEY_QUOTE_DEPOSITS', null, {
    about:
      "Contracts that may receive deposits of quotes, each as chain id=address, separated by commas. Take them from the documentation of the quote service. On a chain without one, quotes are refused unless the chain's node can simulate them (eth_simulateV1).",
    example: '1=0x1111111111111111111111111111111111111111,8453=0x1111111111111111111111111111111111111111',
    read: quoteDeposits,
    rule: 'must be addresses by chain id, such as 1=0x1111111111111111111111111111111111111111',
  }),
  partsKeks: variable<readonly KekSource[]>('LATCHKEY_PARTS_KEK', [], {
    about:
      'Key that encrypts the keys of the main store, or its ARN in AWS KMS. While you replace the key, set both, separated by a comma. Keep it away from the database. Make one: openssl rand -base64 32',
    example: '',
    read: keks,
    rule: keyRule,
  }),
  recoveryKeks: variable<readonly KekSource[]>('LATCHKEY_RECOVERY_KEK', [], {
    about: 'The same for the recovery store. Use a different key. Make one: openssl rand -base64 32',
    example: '',
    read: keks,
    rule: keyRule,
  }),
  recoveryUrl: variable<string | null>('LATCHKEY_RECOVERY_URL', null, {
    about:
      'Origin of the recovery store if it runs as a separate process. Then set LATCHKEY_RECOVERY_KEK only for that process, not for this one.',
    example: 'http://127.0.0.1:4001',
    read: origin,
    rule: originRule,
  }),
  recoveryToken: variable<string | null>('LATCHKEY_RECOVERY_TOKEN', null, {
    about:
      'Secret shared by the service and its recovery store. Set the same value in both. Make one: openssl rand -base64 32',
    example: '',
    read: (text) => (text.length >= 32 ? text : undefined),
    rule: 'must have 32 characters or more. Make one: openssl rand -base64 32',
  }),
  recoveryDatabaseUrl: variable<string | null>('LATCHKEY_RECOVERY_DATABASE_URL', null, {
    about: 'Recovery store as a separate process: URL of its PostgreSQL database.',
    example: 'postgres://recovery:password@localhost:5432/recovery',
    read: addressOf(/^postgres(?:ql)?:\/\//),
    rule: 'must begin with postgres://',
  }),
  recoveryPort: variable<number>('LATCHKEY_RECOVERY_PORT', 4001, {
    about: 'Recovery store as a separate process: port to listen on.',
    example: '4001',
    read: whole(0, 65_535),
    rule: 'must be a port number',
  }),
  recoveryBind: variable<readonly string[]>('LATCHKEY_RECOVERY_BIND', ['127.0.0.1', '::1'], {
    about: 'Recovery store as a separate process: addresses to listen on, separated by commas.',
    example: '127.0.0.1,::1',
    read: addresses,
    rule: 'must be addresses separated by commas',
  }),
  awsKmsUrl: variable<string | null>('AWS_ENDPOINT_URL_KMS', null, {
    about: 'Address of AWS KMS if it is not the default of the region, such as a VPC endpoint.',
    example: '',
    read: origin,
    rule: 'must be an origin such as https://vpce-1.kms.eu-central-1.vpce.amazonaws.com',
  }),
  awsAccessKeyId: variable<string | null>('AWS_ACCESS_KEY_ID', null, {
    about:
      'Credentials for AWS KMS. If unset, the service asks for the credentials of the container (ECS, EKS Pod Identity).',
    example: '',
    read: any,
    rule: 'must be a text',
  }),
  awsSecretAccessKey: variable<string | null>('AWS_SECRET_ACCESS_KEY', null, {
    about: 'Secret for AWS_ACCESS_KEY_ID.',
    example: '',
    read: any,
    rule: 'must be a text',
  }),
  awsSessionToken: variable<string | null>('AWS_SESSION_TOKEN', null, {
    about: 'Session token for AWS_ACCESS_KEY_ID if the credentials are temporary.',
    example: '',
    read: any,
    rule: 'must be a text',
  }),
  awsContainerPath: variable<string | null>('AWS_CONTAINER_CREDENTIALS_RELATIVE_URI', null, {
    about: 'ECS sets it.',
    example: '',
    read: (text) => (text.startsWith('/') ? text : undefined),
    rule: 'must be a path',
  }),
  awsContainerUrl: variable<string | null>('AWS_CONTAINER_CREDENTIALS_FULL_URI', null, {
    about: 'EKS sets it.',
    example: '',
    read: addressOf(/^https?:\/\//),
    rule: 'must be an address',
  }),
  awsContainerToken: variable<string | null>('AWS_CONTAINER_AUTHORIZATION_TOKEN', null, {
    about: 'Token for AWS_CONTAINER_CREDENTIALS_FULL_URI.',
    example: '',
    read: any,
    rule: 'must be a text',
  }),
  awsContainerTokenFile: variable<string | null>('AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE', null, {
    about: 'EKS sets it. The service reads the file again each time.',
    example: '',
    read: any,
    rule: 'must be a text',
  }),
  otlpEndpoint: variable<string | null>('OTEL_EXPORTER_OTLP_ENDPOINT', null, {
    about:
      'Root URL of an OpenTelemetry collector (OTLP over HTTP), which gets traces (docs/guide/observability.md). If unset, nothing is recorded or sent.',
    example: 'http://localhost:4318',
    read: addressOf(/^https?:\/\/[^?#@]*[^/?#@]$/),
    rule: 'must be an address such as http://localhost:4318, without credentials and without a slash at the end',
  }),
  otlpHeaders: variable<string | null>('OTEL_EXPORTER_OTLP_HEADERS', null, {
    about: 'Headers for the collector, such as its key: name=value, separated by commas.',
    example: '',
    read: any,
    rule: 'must be a text',
  }),
  otlpMetrics: variable<boolean>('OTEL_METRICS_EXPORTER', false, {
    about:
      'Set it to otlp to send the metrics to the collector too, once a minute. Prometheus can scrape /metrics in any case.',
    example: 'none',
    read: (text) => (text === 'otlp' || text === 'none' ? text === 'otlp' : undefined),
    rule: 'must be otlp or none',
  }),
  drainS: variable<number>('LATCHKEY_DRAIN_S', 0, {
    about:
      'Seconds for which the process still accepts connections after SIGTERM, while /readyz answers 503. Choose slightly more than your load balancer needs to notice.',
    example: '0',
    read: whole(0, 300),
    rule: 'must be a number from 0 to 300',
  }),
  outboundAllow: variable<OutboundAllow | null>('LATCHKEY_OUTBOUND_ALLOW', null, {
    about:
      'Addresses, ranges (CIDR) and host names in your own network that webhooks and the key sets of custom_jwt_config may use, also over http. If unset, none. Anyone with the admin key or an admin token can make the service call everything on this list, so name single hosts. Addresses of metadata services are allowed only if you list each one itself.',
    example: 'backend.internal,10.20.0.0/16',
    read: readOutboundAllow,
    rule: 'must be addresses, ranges such as 10.20.0.0/16 (at least /8, of IPv6 /7) or host names such as backend.internal, separated by commas',
  }),
  trustedProxies: variable<number>('LATCHKEY_TRUSTED_PROXIES', 0, {
    about: 'Number of your proxies in front of the service. Each must append to X-Forwarded-For.',
    example: '0',
    read: whole(0, 10),
    rule: 'must be a number from 0 to 10',
  }),
} as const;

export type Variables = { [K in keyof typeof configVariables]: (typeof configVariables)[K]['fallback'] };

/**
 * Reads all variables of an environment. A variable with an empty value counts as not set. Problems name the variable
 * and do not contain its value, which may be a secret.
 */
export function readVariables(env: Environment): { variables: Variables; problems: string[] } {
  const problems: string[] = [];
  const entries = Object.entries(configVariables).map(([field, { name, fallback, read, rule }]) => {
    const text = env[name]?.trim();
    if (!text) return [field, fallback];
    const value = read(text);
    if (value === undefined) problems.push(`${name} ${rule}.`);
    return [field, value ?? fallback];
  });
  return { variables: Object.fromEntries(entries) as Variables, problems };
}

/**
 * Returns the text of `.env.example`: every variable with its purpose.
 *
 * @internal
 */
export function envExample(): string {
  const blocks = Object.values(configVariables).map(
    ({ name, about, example }) => `# ${about}\n# ${name}=${example}\n`,
  );
  return `# Settings of the Latchkey service. Every line is optional in development.\n\n${blocks.join('\n')}`;
}
