import { isSameKek, type KekSource, readKekSource } from './crypto/index.ts';
import { readTwilioUrl } from './delivery/index.ts';
import { type HostedChain, readHostedChains } from './hosted/index.ts';
import { type OutboundAllow, readOutboundAllow } from './outbound/index.ts';

/** The environment as Node.js gives it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where the sandbox's mail server listens; the default in development. */
export const sandboxSmtpUrl = 'smtp://127.0.0.1:4025';

/** Where the sandbox's stand-in for Twilio listens; the default in development. */
export const sandboxSmsUrl = 'twilio+http://ACsandbox:sandbox@127.0.0.1:4010?from=%2B15005550006';

/** Where the sandbox's stand-in for Turnstile listens; the default in development. */
export const sandboxUrl = 'http://localhost:4010';

/** Where Turnstile is; the default in production. */
export const cloudflareUrl = 'https://challenges.cloudflare.com';

/** Farcaster's own relay, and the public node of the chain that it lives on; the defaults in production. */
export const farcasterRelay = 'https://relay.farcaster.xyz';
/** Farcaster's API, which leads people to the approval of a signer. */
export const farcasterApi = 'https://api.farcaster.xyz';
export const optimismRpc = 'https://mainnet.optimism.io';

/** The public root of CoinGecko's API. Production asks it only if the operator names it. */
const coinGecko = 'https://api.coingecko.com/api/v3';

/** The public roots of Relay's API, for main networks and for test networks. Production offers them only if the operator names them. */
const relayQuotes = 'https://api.relay.link';
const relayTestQuotes = 'https://api.testnets.relay.link';

/** The chains of `npm start`. */
export const developmentChainId = 31337;
export const secondDevelopmentChainId = 31338;

/** What apps of a development service share: the clients that the sandbox's stand-ins for Google and Apple know. */
/** The bot of the sandbox. */
export const sandboxTelegramToken = '4010000001:AAsandbox-bot-token-for-development';

export const sandboxClouds = {
  googleClientId: 'sandbox.apps.googleusercontent.com',
  googleClientSecret: 'sandbox-google-secret',
  iCloudContainer: {
    api_token: 'sandbox0000000000000000000000000000000000000000000000000000token',
    container_identifier: 'iCloud.localhost.sandbox',
    environment: 'development',
  },
} as const;

/** One variable: its name, what it is for, and how its text becomes a value. */
interface Variable<T> {
  readonly name: string;
  /** For the operator; printed into `.env.example`. */
  readonly about: string;
  readonly example: string;
  /** The value without the variable. */
  readonly fallback: T;
  /** The value of a text, or undefined when it is not valid. */
  read(text: string): T | undefined;
  /** What a valid text looks like: `must be …`. */
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

/** Nodes by the id of their chain, separated by commas: an address may hold commas too. */
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

/** Contracts by the id of their chain, of which there may be several. */
function quoteDeposits(text: string): ReadonlyMap<number, readonly string[]> | undefined {
  const deposits = new Map<number, string[]>();
  for (const entry of text.split(',')) {
    const [, id = '', address = ''] = /^([1-9]\d{0,15})=(0x[0-9a-fA-F]{40})$/.exec(entry.trim()) ?? [];
    if (address === '' || !Number.isSafeInteger(Number(id))) return undefined;
    deposits.set(Number(id), [...(deposits.get(Number(id)) ?? []), address.toLowerCase()]);
  }
  return deposits;
}

/** KEKs separated by commas, each once. */
function keks(text: string): readonly KekSource[] | undefined {
  const sources = text.split(',').map((one) => readKekSource(one.trim()));
  const valid = sources.filter((source) => source !== undefined);
  const isTwice = valid.some((one, place) => valid.slice(place + 1).some((other) => isSameKek(one, other)));
  return valid.length === sources.length && !isTwice ? valid : undefined;
}

const originRule = 'must be an origin such as https://auth.example.com, without a path or a slash at the end';
const keyRule =
  'must be 32 bytes in base64 or hex, or the ARN of a key in AWS KMS, or several of them separated by commas. Make one: openssl rand -base64 32';

/** Every variable that the service reads, in the order of `.env.example`. */
export const configVariables = {
  url: variable<string | null>('LATCHKEY_URL', null, {
    about: 'Public address of the service. One that is not loopback makes this a production installation.',
    example: 'http://localhost:4000',
    read: origin,
    rule: originRule,
  }),
  tunnelUrl: variable<string | null>('LATCHKEY_TUNNEL_URL', null, {
    about:
      'Public https address of a TLS proxy or tunnel before a development service, in place of LATCHKEY_URL. The service stays one of development; it wants LATCHKEY_ADMIN_KEY.',
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
  hostedUrl: variable<string | null>('LATCHKEY_HOSTED_URL', null, {
    about: 'Origin of the hosted pages (`main.js hosted`); it is an allowed origin of every app.',
    example: 'http://localhost:4002',
    read: origin,
    rule: originRule,
  }),
  hostedPort: variable<number>('LATCHKEY_HOSTED_PORT', 4002, {
    about: 'For the hosted pages: the port to listen on.',
    example: '4002',
    read: whole(0, 65_535),
    rule: 'must be a port number',
  }),
  hostedBind: variable<readonly string[]>('LATCHKEY_HOSTED_BIND', ['127.0.0.1', '::1'], {
    about: 'For the hosted pages: addresses to listen on, separated by commas.',
    example: '127.0.0.1,::1',
    read: addresses,
    rule: 'must be addresses separated by commas',
  }),
  hostedChains: variable<readonly HostedChain[] | null>('LATCHKEY_HOSTED_CHAINS', null, {
    about:
      'For the hosted pages: chains that transactions of other apps may go to, as a JSON list, the usual one first. People’s browsers ask these nodes, so their addresses hold no secret. Development uses the sandbox.',
    example:
      '[{"id":8453,"name":"Base","rpc_url":"https://mainnet.base.org","explorer_url":"https://basescan.org"}]',
    read: readHostedChains,
    rule: 'must be a JSON list of at most 30 chains, each once, such as [{"id":8453,"name":"Base","rpc_url":"https://mainnet.base.org"}]',
  }),
  databaseUrl: variable<string | null>('LATCHKEY_DATABASE_URL', null, {
    about: 'PostgreSQL, 15 or newer. Without it the embedded database in LATCHKEY_DATA_DIR is used.',
    example: 'postgres://latchkey:password@localhost:5432/latchkey',
    read: addressOf(/^postgres(?:ql)?:\/\//),
    rule: 'must begin with postgres://',
  }),
  databasePrepared: variable<boolean>('LATCHKEY_DATABASE_PREPARED', true, {
    about:
      'off behind PgBouncer in transaction mode before 1.21, which loses prepared statements (docs/scaling.md).',
    example: 'on',
    read: (text) => (text === 'on' || text === 'off' ? text === 'on' : undefined),
    rule: 'must be on or off',
  }),
  dataDir: variable<string>('LATCHKEY_DATA_DIR', '.latchkey', {
    about: 'Folder of the embedded database and of the keys that development makes for itself.',
    example: '.latchkey',
    read: any,
    rule: 'must be a path',
  }),
  appsFile: variable<string | null>('LATCHKEY_CONFIG', null, {
    about: 'Apps file. Without it latchkey.config.json is read where it is there.',
    example: 'latchkey.config.json',
    read: any,
    rule: 'must be a path',
  }),
  adminKey: variable<string | null>('LATCHKEY_ADMIN_KEY', null, {
    about:
      "Bearer of the operator's API. Development uses latchkey-dev-admin. Make one: openssl rand -base64 32",
    example: 'latchkey-dev-admin',
    read: any,
    rule: 'must be a text',
  }),
  smtpUrl: variable<string | null>('LATCHKEY_SMTP_URL', null, {
    about: 'Mail server. Development uses the sandbox.',
    example: sandboxSmtpUrl,
    read: addressOf(/^smtps?:\/\//),
    rule: 'must be such as smtps://user:password@mail.example.com:465',
  }),
  mailFrom: variable<string | null>('LATCHKEY_MAIL_FROM', null, {
    about: 'Sender of the mails. Production needs one of your own domain.',
    example: 'Latchkey <login@example.com>',
    read: (text) => (/^[^\r\n]*@[^\r\n]*$/.test(text) ? text : undefined),
    rule: 'must be such as Latchkey <login@example.com>',
  }),
  smsUrl: variable<string | null>('LATCHKEY_SMS_URL', null, {
    about: 'Sender of SMS, at Twilio. Development uses the sandbox; without it production sends none.',
    example: sandboxSmsUrl,
    read: (text) => (readTwilioUrl(text) ? text : undefined),
    rule: 'must be such as twilio://ACCOUNT_SID:AUTH_TOKEN@api.twilio.com?from=%2B15550100',
  }),
  turnstileUrl: variable<string | null>('LATCHKEY_TURNSTILE_URL', null, {
    about: 'Origin of Cloudflare Turnstile, for apps that use it. Development uses the sandbox.',
    example: sandboxUrl,
    read: origin,
    rule: originRule,
  }),
  turnstileSecret: variable<string | null>('LATCHKEY_TURNSTILE_SECRET', null, {
    about: 'Secret key of Turnstile for apps that were given none of their own.',
    example: '',
    read: any,
    rule: 'must be a text',
  }),
  googleUrl: variable<string | null>('LATCHKEY_GOOGLE_URL', null, {
    about: 'Origin of a stand-in for Google (recovery by Google Drive). Development uses the sandbox.',
    example: sandboxUrl,
    read: origin,
    rule: originRule,
  }),
  cloudKitUrl: variable<string | null>('LATCHKEY_CLOUDKIT_URL', null, {
    about: 'Origin of a stand-in for CloudKit (recovery by iCloud). Development uses the sandbox.',
    example: sandboxUrl,
    read: origin,
    rule: originRule,
  }),
  farcasterApiUrl: variable<string | null>('LATCHKEY_FARCASTER_API_URL', null, {
    about: "Farcaster's API, where an app asks people for a signer. Development uses the sandbox.",
    example: farcasterApi,
    read: addressOf(/^https?:\/\/[^?#]*[^/?#]$/),
    rule: 'must be an address such as https://api.farcaster.xyz, without a slash at the end',
  }),
  farcasterRelayUrl: variable<string | null>('LATCHKEY_FARCASTER_RELAY_URL', null, {
    about: 'Relay to the Farcaster app. Development uses the sandbox.',
    example: farcasterRelay,
    read: addressOf(/^https?:\/\/[^?#]*[^/?#]$/),
    rule: 'must be an address such as https://relay.farcaster.xyz, without a slash at the end',
  }),
  farcasterRpcUrl: variable<string | null>('LATCHKEY_FARCASTER_RPC_URL', null, {
    about:
      'Node of OP Mainnet (JSON-RPC), where Farcaster keeps who holds which account. The public one is slow under load: take one of your own. Development uses the sandbox.',
    example: optimismRpc,
    read: addressOf(/^https?:\/\//),
    rule: 'must be an address',
  }),
  oauthUrl: variable<string | null>('LATCHKEY_OAUTH_URL', null, {
    about:
      'Address of stand-ins for the providers of social login: https://host/path becomes this, /host/path. Development uses the sandbox.',
    example: `${sandboxUrl}/oauth`,
    read: (text) => (/^https?:\/\/[^?#]*[^/?#]$/.test(text) && URL.canParse(text) ? text : undefined),
    rule: 'must be an address such as http://localhost:4010/oauth, without a slash at the end',
  }),
  telegramUrl: variable<string | null>('LATCHKEY_TELEGRAM_URL', null, {
    about: 'Origin of a stand-in for Telegram’s login (oauth.telegram.org). Development uses the sandbox.',
    example: sandboxUrl,
    read: origin,
    rule: originRule,
  }),
  pricesUrl: variable<string | null>('LATCHKEY_PRICES_URL', null, {
    about:
      "Root of CoinGecko's API, for prices in US dollars beside amounts. The paid one is https://pro-api.coingecko.com/api/v3. Unset in production, or off: no one is asked, and none are shown. Development uses the sandbox.",
    example: coinGecko,
    read: rootOrOff,
    rule: `must be off, or an address such as ${coinGecko}, without a slash at the end`,
  }),
  pricesKey: variable<string | null>('LATCHKEY_PRICES_KEY', null, {
    about:
      "Key of CoinGecko's API. Without one it answers a few calls a minute, which all of a network share.",
    example: '',
    read: (text) => (/^[\x21-\x7e]+$/.test(text) ? text : undefined),
    rule: 'must be a text without spaces',
  }),
  chainNodes: variable<ReadonlyMap<number, string> | null>('LATCHKEY_CHAINS', null, {
    about:
      'Nodes of Ethereum chains (JSON-RPC), each by its chain id, separated by commas. The wallet’s approval page reads of them what it shows of tokens and contracts; without one it says that nothing was checked. Wallets that are contracts log in by what the node of their chain says. Take nodes of your own. Development uses the sandbox.',
    example: '1=https://ethereum.example.com/key,8453=https://base.example.com/key',
    read: chainNodes,
    rule: 'must be addresses by chain id, each once, such as 1=https://ethereum.example.com/key,8453=https://base.example.com/key',
  }),
  moonpayUrl: variable<string | null>('LATCHKEY_MOONPAY_URL', null, {
    about: 'Origin of a stand-in for MoonPay. Development uses the sandbox.',
    example: sandboxUrl,
    read: origin,
    rule: originRule,
  }),
  coinbaseUrl: variable<string | null>('LATCHKEY_COINBASE_URL', null, {
    about: 'Origin of a stand-in for Coinbase Onramp. Development uses the sandbox.',
    example: sandboxUrl,
    read: origin,
    rule: originRule,
  }),
  quotesUrl: variable<string | null>('LATCHKEY_QUOTES_URL', null, {
    about:
      "Root of the service that quotes transfers between networks (Relay's API), which people's browsers ask. Unset in production, or off: none are offered. Development uses the sandbox.",
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
      'Contracts that deposits of quotes may go to, each as chain id=address, separated by commas; take them from the documentation of the quote service. On a chain without one, quotes are refused unless its node simulates them (eth_simulateV1).',
    example: '1=0x1111111111111111111111111111111111111111,8453=0x1111111111111111111111111111111111111111',
    read: quoteDeposits,
    rule: 'must be addresses by chain id, such as 1=0x1111111111111111111111111111111111111111',
  }),
  partsKeks: variable<readonly KekSource[]>('LATCHKEY_PARTS_KEK', [], {
    about:
      'Key that wraps the keys of the main store, or its ARN in AWS KMS; while one is replaced two, separated by a comma. Keep it away from the database. Make one: openssl rand -base64 32',
    example: '',
    read: keks,
    rule: keyRule,
  }),
  recoveryKeks: variable<readonly KekSource[]>('LATCHKEY_RECOVERY_KEK', [], {
    about: 'The same for the recovery store; another key. Make one: openssl rand -base64 32',
    example: '',
    read: keks,
    rule: keyRule,
  }),
  recoveryUrl: variable<string | null>('LATCHKEY_RECOVERY_URL', null, {
    about:
      'Recovery store as a process of its own. Then it has LATCHKEY_RECOVERY_KEK, and this process must not.',
    example: 'http://127.0.0.1:4001',
    read: origin,
    rule: originRule,
  }),
  recoveryToken: variable<string | null>('LATCHKEY_RECOVERY_TOKEN', null, {
    about:
      'Secret of the service and its recovery store, the same in both. Make one: openssl rand -base64 32',
    example: '',
    read: (text) => (text.length >= 32 ? text : undefined),
    rule: 'must have 32 characters or more. Make one: openssl rand -base64 32',
  }),
  recoveryDatabaseUrl: variable<string | null>('LATCHKEY_RECOVERY_DATABASE_URL', null, {
    about: 'For the recovery store’s own process: its PostgreSQL.',
    example: 'postgres://recovery:password@localhost:5432/recovery',
    read: addressOf(/^postgres(?:ql)?:\/\//),
    rule: 'must begin with postgres://',
  }),
  recoveryPort: variable<number>('LATCHKEY_RECOVERY_PORT', 4001, {
    about: 'For the recovery store’s own process: the port to listen on.',
    example: '4001',
    read: whole(0, 65_535),
    rule: 'must be a port number',
  }),
  recoveryBind: variable<readonly string[]>('LATCHKEY_RECOVERY_BIND', ['127.0.0.1', '::1'], {
    about: 'For the recovery store’s own process: addresses to listen on, separated by commas.',
    example: '127.0.0.1,::1',
    read: addresses,
    rule: 'must be addresses separated by commas',
  }),
  awsKmsUrl: variable<string | null>('AWS_ENDPOINT_URL_KMS', null, {
    about: 'Address of AWS KMS where it is not the region’s own, such as that of a VPC endpoint.',
    example: '',
    read: origin,
    rule: 'must be an origin such as https://vpce-1.kms.eu-central-1.vpce.amazonaws.com',
  }),
  awsAccessKeyId: variable<string | null>('AWS_ACCESS_KEY_ID', null, {
    about:
      'Credentials for AWS KMS. Without them those of the container are asked for (ECS, EKS Pod Identity).',
    example: '',
    read: any,
    rule: 'must be a text',
  }),
  awsSecretAccessKey: variable<string | null>('AWS_SECRET_ACCESS_KEY', null, {
    about: 'Belongs to AWS_ACCESS_KEY_ID.',
    example: '',
    read: any,
    rule: 'must be a text',
  }),
  awsSessionToken: variable<string | null>('AWS_SESSION_TOKEN', null, {
    about: 'Belongs to AWS_ACCESS_KEY_ID where that is temporary.',
    example: '',
    read: any,
    rule: 'must be a text',
  }),
  awsContainerPath: variable<string | null>('AWS_CONTAINER_CREDENTIALS_RELATIVE_URI', null, {
    about: 'Set by ECS.',
    example: '',
    read: (text) => (text.startsWith('/') ? text : undefined),
    rule: 'must be a path',
  }),
  awsContainerUrl: variable<string | null>('AWS_CONTAINER_CREDENTIALS_FULL_URI', null, {
    about: 'Set by EKS.',
    example: '',
    read: addressOf(/^https?:\/\//),
    rule: 'must be an address',
  }),
  awsContainerToken: variable<string | null>('AWS_CONTAINER_AUTHORIZATION_TOKEN', null, {
    about: 'Belongs to AWS_CONTAINER_CREDENTIALS_FULL_URI.',
    example: '',
    read: any,
    rule: 'must be a text',
  }),
  awsContainerTokenFile: variable<string | null>('AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE', null, {
    about: 'Set by EKS; the file is read anew each time.',
    example: '',
    read: any,
    rule: 'must be a text',
  }),
  drainS: variable<number>('LATCHKEY_DRAIN_S', 0, {
    about:
      'Seconds for which a process that was told to stop (SIGTERM) still takes connections while /readyz answers 503: a little more than your balancer needs to notice.',
    example: '0',
    read: whole(0, 300),
    rule: 'must be a number from 0 to 300',
  }),
  outboundAllow: variable<OutboundAllow | null>('LATCHKEY_OUTBOUND_ALLOW', null, {
    about:
      'Addresses, ranges (CIDR) and host names of your own network that webhooks and key sets of custom_jwt_config may be at, by http too; unset: none. Whoever holds the admin key can then have the service call everything that is on the list: name single hosts. Addresses of metadata services only count if each is named by itself.',
    example: 'backend.internal,10.20.0.0/16',
    read: readOutboundAllow,
    rule: 'must be addresses, ranges such as 10.20.0.0/16 (at least /8, of IPv6 /7) or host names such as backend.internal, separated by commas',
  }),
  trustedProxies: variable<number>('LATCHKEY_TRUSTED_PROXIES', 0, {
    about: 'How many proxies of yours stand before the service, each adding to X-Forwarded-For.',
    example: '0',
    read: whole(0, 10),
    rule: 'must be a number from 0 to 10',
  }),
} as const;

/** The values of all variables. */
export type Variables = { [K in keyof typeof configVariables]: (typeof configVariables)[K]['fallback'] };

/** Reads all variables of an environment; an empty one counts as not set. Problems name the variable, never its value. */
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
 * The text of `.env.example`: every variable with what it is for.
 *
 * @internal
 */
export function envExample(): string {
  const blocks = Object.values(configVariables).map(
    ({ name, about, example }) => `# ${about}\n# ${name}=${example}\n`,
  );
  return `# Settings of the Latchkey service. Every line is optional in development.\n\n${blocks.join('\n')}`;
}
