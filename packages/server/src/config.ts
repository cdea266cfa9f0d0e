import { existsSync } from 'node:fs';
import { sandboxFarcasterSigner, sandboxFunding, sandboxOAuthClients } from './app-secrets/index.ts';
import { isTestSecret } from './captcha/index.ts';
import type { Config } from './configShape.ts';
import {
  cloudflareUrl,
  configVariables,
  developmentChainId,
  type Environment,
  farcasterApi,
  farcasterRelay,
  optimismRpc,
  readVariables,
  sandboxClouds,
  sandboxSmsUrl,
  sandboxSmtpUrl,
  sandboxTelegramToken,
  sandboxUrl,
  secondDevelopmentChainId,
  type Variables,
} from './configVariables.ts';
import type { HostedConfig } from './hosted/index.ts';
import { toHostedConfig } from './hostedConfig.ts';
import {
  awsSettings,
  guessableProblems,
  kekProblems,
  keksOrFile,
  type RecoveryConfig,
  recoveryProblems,
  sandboxProblems,
  toRecoveryConfig,
} from './keyConfig.ts';
import { isLoopbackHost } from './loopback.ts';
import { startError } from './startError.ts';

export type { RecoveryConfig } from './keyConfig.ts';

/** A configuration that was looked at: what is wrong with it, what it says of the apps file, and the whole of it. */
export interface CheckedConfig {
  readonly problems: readonly string[];
  readonly production: boolean;
  readonly appsFile: string | null;
  readonly outboundAllow: Config['outboundAllow'];
  /** The configuration, once nothing is wrong with it; in development makes the keys that are missing. */
  config(): Config;
}

/**
 * Looks at the configuration: the only place that reads the environment.
 *
 * @param env the process's environment, or a test's
 */
export function checkConfig(env: Environment = process.env): CheckedConfig {
  const { variables, problems } = readVariables(env);
  const { tunnelUrl } = variables;
  const ownUrl = variables.url ?? `http://localhost:${variables.port}`;
  const production =
    env.NODE_ENV === 'production' ||
    !isLoopbackHost(new URL(ownUrl).hostname) ||
    variables.bind.some((address) => !isLoopbackHost(address));
  if (production) problems.push(...productionProblems(variables, ownUrl), ...sandboxProblems(env));
  if (tunnelUrl !== null) problems.push(...tunnelProblems(variables, tunnelUrl, production));
  problems.push(...kekProblems(variables), ...recoveryProblems(variables, production));
  const appsFile = variables.appsFile ?? (existsSync('latchkey.config.json') ? 'latchkey.config.json' : null);
  const url = tunnelUrl ?? ownUrl;
  return {
    problems,
    production,
    appsFile,
    outboundAllow: variables.outboundAllow,
    config: () => toConfig(variables, { production, appsFile, url }),
  };
}

/**
 * Reads the configuration.
 *
 * @param env the process's environment, or a test's
 * @throws StartError that lists everything that is missing or wrong at once, each with what to do
 */
export function readConfig(env: Environment = process.env): Config {
  const { config, problems } = checkConfig(env);
  refuseProblems(problems);
  return config();
}

function toConfig(variables: Variables, found: Pick<Config, 'production' | 'appsFile' | 'url'>): Config {
  const { production } = found;
  const { dataDir, recoveryUrl } = variables;
  return Object.freeze({
    ...variables,
    ...found,
    hostedUrl: variables.hostedUrl ?? (production ? null : `http://localhost:${variables.hostedPort}`),
    adminKey: variables.adminKey ?? developmentAdminKey,
    smtpUrl: variables.smtpUrl ?? sandboxSmtpUrl,
    mailFrom: variables.mailFrom ?? developmentMailFrom,
    smsUrl: variables.smsUrl ?? (production ? null : sandboxSmsUrl),
    turnstileUrl: variables.turnstileUrl ?? (production ? cloudflareUrl : sandboxUrl),
    googleUrl: variables.googleUrl ?? (production ? null : sandboxUrl),
    cloudKitUrl: variables.cloudKitUrl ?? (production ? null : sandboxUrl),
    farcasterApiUrl: variables.farcasterApiUrl ?? (production ? farcasterApi : `${sandboxUrl}/farcaster/api`),
    farcasterRelayUrl:
      variables.farcasterRelayUrl ?? (production ? farcasterRelay : `${sandboxUrl}/farcaster/relay`),
    farcasterRpcUrl: variables.farcasterRpcUrl ?? (production ? optimismRpc : `${sandboxUrl}/farcaster/rpc`),
    oauthUrl: variables.oauthUrl ?? (production ? null : `${sandboxUrl}/oauth`),
    sharedOAuthClients: production ? null : sandboxOAuthClients,
    sharedFarcasterSigner: production ? null : sandboxFarcasterSigner,
    sharedClouds: production ? null : sandboxClouds,
    telegramUrl: variables.telegramUrl ?? (production ? null : sandboxUrl),
    pricesUrl: rootOf(variables.pricesUrl, production ? null : `${sandboxUrl}/prices/api/v3`),
    moonpayUrl: variables.moonpayUrl ?? (production ? null : sandboxUrl),
    coinbaseUrl: variables.coinbaseUrl ?? (production ? null : sandboxUrl),
    sharedFunding: production ? null : sandboxFunding,
    quotesUrl: rootOf(variables.quotesUrl, production ? null : `${sandboxUrl}/bridge`),
    quotesTestUrl: rootOf(variables.quotesTestUrl, production ? null : `${sandboxUrl}/bridge/test`),
    quoteDeposits: variables.quoteDeposits ?? new Map(),
    chainNodes: variables.chainNodes ?? new Map(production ? [] : developmentNodes),
    sharedTelegramToken: production ? null : sandboxTelegramToken,
    // Production has both by now: a missing one is a problem above.
    partsKeks: keksOrFile(variables.partsKeks, dataDir, 'parts'),
    recoveryKeks: recoveryUrl === null ? keksOrFile(variables.recoveryKeks, dataDir, 'recovery') : [],
    aws: awsSettings(variables),
  });
}

/** The root of a service: the operator's, or the usual one; none where they turned it off. */
const rootOf = (given: string | null, usual: string | null): string | null =>
  given === 'off' ? null : (given ?? usual);

/** Both networks of the sandbox. */
const developmentNodes: readonly [number, string][] = [
  [developmentChainId, `${sandboxUrl}/chain`],
  [secondDevelopmentChainId, `${sandboxUrl}/chain2`],
];

/**
 * Reads the configuration of the recovery store's own process.
 *
 * @param env the process's environment, or a test's
 * @throws StartError as {@link readConfig}
 */
export function readRecoveryConfig(env: Environment = process.env): RecoveryConfig {
  const { config, problems } = toRecoveryConfig(env);
  refuseProblems(problems);
  return Object.freeze(config());
}

/**
 * Reads the configuration of the hosted pages' own process. It looks at the variables that it needs and at no other: one
 * that holds a secret is not even read.
 *
 * @param env the process's environment, or a test's
 * @throws StartError as {@link readConfig}
 */
export function readHostedConfig(env: Environment = process.env): HostedConfig {
  const { config, problems } = toHostedConfig(env);
  refuseProblems(problems);
  return Object.freeze(config());
}

/** @throws StartError that lists the problems, if there are any */
export function refuseProblems(problems: readonly string[]): void {
  if (problems.length > 0) {
    throw startError(
      `The configuration is not complete:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
  }
}

/** Known to everybody who read the documentation. */
const developmentAdminKey = 'latchkey-dev-admin';

/** Who the mails are from that the sandbox shows; no mail server outside takes it. */
const developmentMailFrom = 'Latchkey <login@latchkey.localhost>';

/**
 * What a development service behind a tunnel may not do: everybody on the internet reaches it.
 *
 * Threat: the key and the clients of development stand in the documentation. The admin key is therefore one of its own, and
 * what else development shares (sandbox, inbox, demo) stays on this machine.
 */
function tunnelProblems(variables: Variables, tunnelUrl: string, production: boolean): string[] {
  const problems: string[] = [];
  if (production) {
    problems.push(
      'LATCHKEY_TUNNEL_URL is for development, behind a tunnel that ends on this machine. Leave it out, or leave out NODE_ENV=production and every LATCHKEY_URL and LATCHKEY_BIND that is not loopback.',
    );
  }
  if (!tunnelUrl.startsWith('https:')) {
    problems.push('LATCHKEY_TUNNEL_URL must begin with https://: tokens and codes pass there.');
  }
  if (!hasOwnAdminKey(variables)) {
    problems.push(
      'LATCHKEY_ADMIN_KEY is required with LATCHKEY_TUNNEL_URL, with 32 characters or more: everybody knows that of development. Make one: openssl rand -base64 32',
    );
  }
  return problems;
}

const hasOwnAdminKey = ({ adminKey }: Variables): boolean =>
  adminKey !== null && adminKey !== developmentAdminKey && adminKey.length >= 32;

/** What development may do and production may not (S50, S55). */
function productionProblems(variables: Variables, url: string): string[] {
  const problems: string[] = [];
  const why = 'required in production';
  const { hostname, protocol } = new URL(url);
  if (variables.url === null) {
    problems.push(`LATCHKEY_URL is ${why}: the origin that browsers see, such as https://auth.example.com.`);
  }
  if (protocol !== 'https:' && !isLoopbackHost(hostname)) {
    problems.push('LATCHKEY_URL must begin with https:// in production; put a TLS proxy before the service.');
  }
  const { hostedUrl } = variables;
  if (hostedUrl?.startsWith('http:') && !isLoopbackHost(new URL(hostedUrl).hostname)) {
    problems.push('LATCHKEY_HOSTED_URL must begin with https:// in production; every app trusts its pages.');
  }
  if (!variables.databaseUrl) {
    problems.push(
      `LATCHKEY_DATABASE_URL is ${why}: the embedded database does not survive a power cut. Use PostgreSQL 15 or newer.`,
    );
  }
  if (!hasOwnAdminKey(variables)) {
    problems.push(
      `LATCHKEY_ADMIN_KEY is ${why}, with 32 characters or more. Make one: openssl rand -base64 32`,
    );
  }
  if (variables.partsKeks.length === 0) {
    problems.push(
      `LATCHKEY_PARTS_KEK is ${why}: a key beside the data protects nothing. Make one: openssl rand -base64 32`,
    );
  }
  if (variables.recoveryKeks.length === 0 && variables.recoveryUrl === null) {
    problems.push(
      `LATCHKEY_RECOVERY_KEK is ${why}, and another than LATCHKEY_PARTS_KEK. Make one: openssl rand -base64 32`,
    );
  }
  if (variables.smsUrl?.startsWith('twilio+http:')) {
    problems.push('LATCHKEY_SMS_URL must begin with twilio: in production; twilio+http is for the sandbox.');
  }
  if (variables.turnstileUrl?.startsWith('http:')) {
    problems.push(
      'LATCHKEY_TURNSTILE_URL must begin with https:// in production; its script runs in every page.',
    );
  }
  problems.push(...mailProblems(variables), ...guessableProblems(variables), ...overheardProblems(variables));
  for (const name of [
    'googleUrl',
    'cloudKitUrl',
    'oauthUrl',
    'telegramUrl',
    'moonpayUrl',
    'coinbaseUrl',
  ] as const) {
    if (variables[name] === null) continue;
    const variable = configVariables[name].name;
    problems.push(
      `${variable} is for development: in production people are sent to the providers themselves. Leave it out.`,
    );
  }
  if (variables.turnstileSecret && isTestSecret(variables.turnstileSecret)) {
    problems.push('LATCHKEY_TURNSTILE_SECRET is a key for tests, which lets everybody pass. Use your own.');
  }
  return problems;
}

/** Without a mail server and a sender that others take no one gets a code. */
function mailProblems({ mailFrom, smtpUrl }: Variables): string[] {
  const problems: string[] = [];
  if (!smtpUrl) {
    problems.push('LATCHKEY_SMTP_URL is required in production. Give the address of your mail server.');
  }
  if (mailFrom === null || /\.localhost>?$/.test(mailFrom)) {
    problems.push(
      'LATCHKEY_MAIL_FROM is required in production: an address of your own domain, such as Latchkey <login@example.com>.',
    );
  }
  return problems;
}

/** What is answered there must not be changed on its way. */
const wantTls = {
  farcasterApiUrl: 'people approve what it leads to',
  farcasterRelayUrl: 'it says who a user is',
  farcasterRpcUrl: 'it says who a user is',
  pricesUrl: 'people decide by its prices',
  quotesUrl: 'people pay by its quotes',
  quotesTestUrl: 'people pay by its quotes',
} as const;

function overheardProblems(variables: Variables): string[] {
  const overheard = [...(variables.chainNodes ?? [])].filter(([, address]) => isOverheard(address));
  const chains = overheard.map(
    ([id]) =>
      `LATCHKEY_CHAINS: the node of chain ${id} must begin with https:// in production: people decide by what it says.`,
  );
  const others = (Object.keys(wantTls) as (keyof typeof wantTls)[]).flatMap((name) => {
    if (!isOverheard(variables[name])) return [];
    return [`${configVariables[name].name} must begin with https:// in production: ${wantTls[name]}.`];
  });
  return [...others, ...chains];
}

const isOverheard = (address: string | null): boolean =>
  address?.startsWith('http:') === true && !isLoopbackHost(new URL(address).hostname);
