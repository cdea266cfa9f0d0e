import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sandboxFarcasterSigner, sandboxOAuthClients } from './app-secrets/index.ts';
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
  collectorProblems,
  guessableProblems,
  kekProblems,
  keksOrFile,
  type RecoveryConfig,
  recoveryProblems,
  sandboxProblems,
  toRecoveryConfig,
} from './keyConfig.ts';
import { isLoopbackHost } from './loopback.ts';
import { forOnRamps } from './onRampUrls.ts';
import { startError } from './startError.ts';

export type { RecoveryConfig } from './keyConfig.ts';

/** Checked configuration: its problems, the settings for the apps file, and the configuration itself. */
export interface CheckedConfig {
  readonly problems: readonly string[];
  readonly production: boolean;
  readonly appsFile: string | null;
  readonly outboundAllow: Config['outboundAllow'];
  readonly url: string;
  readonly hostedUrl: string | null;
  /** Returns the configuration; valid only if there are no problems. In development it creates missing key files. */
  config(): Config;
}

/**
 * Checks the configuration.
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
  problems.push(...workerProblems(variables));
  const appsFile = variables.appsFile ?? (existsSync('latchkey.config.json') ? 'latchkey.config.json' : null);
  const hostedUrl = variables.hostedUrl ?? (production ? null : `http://localhost:${variables.hostedPort}`);
  const found = { production, appsFile, url: tunnelUrl ?? ownUrl, hostedUrl };
  return {
    ...found,
    problems,
    outboundAllow: variables.outboundAllow,
    config: () => toConfig(variables, found),
  };
}

/**
 * Reads the configuration.
 *
 * @param env the process's environment, or a test's
 * @throws StartError that lists all problems at once
 */
export function readConfig(env: Environment = process.env): Config {
  const { config, problems } = checkConfig(env);
  refuseProblems(problems);
  return config();
}

function toConfig(
  variables: Variables,
  found: Pick<Config, 'production' | 'appsFile' | 'url' | 'hostedUrl'>,
): Config {
  const { production } = found;
  const { dataDir, recoveryUrl } = variables;
  return Object.freeze({
    ...variables,
    ...found,
    databaseConnections: connectionsOfOne(variables),
    adminKey: variables.adminKey === adminKeyOff ? null : (variables.adminKey ?? developmentAdminKey),
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
    ...forOnRamps((name) => variables[name] ?? (production ? null : sandboxUrl)),
    sharesOnRampAccounts: !production,
    quotesUrl: rootOf(variables.quotesUrl, production ? null : `${sandboxUrl}/bridge`),
    quotesTestUrl: rootOf(variables.quotesTestUrl, production ? null : `${sandboxUrl}/bridge/test`),
    quoteDeposits: variables.quoteDeposits ?? new Map(),
    chainNodes: variables.chainNodes ?? new Map(production ? [] : developmentNodes),
    sharedTelegramToken: production ? null : sandboxTelegramToken,
    // In production no key file is created: a missing key was reported as a problem.
    partsKeks: keksOrFile(variables.partsKeks, dataDir, 'parts'),
    recoveryKeks: recoveryUrl === null ? keksOrFile(variables.recoveryKeks, dataDir, 'recovery') : [],
    aws: awsSettings(variables),
  });
}

/** Least number of connections to the database that a process needs, so that one slow query does not stop it. */
const leastConnections = 2;
const usualConnections = 10;

/** Returns a worker's share of the connections to the database; all of them for a process that runs alone. */
function connectionsOfOne({ databaseConnections, workers }: Variables): number {
  const all = databaseConnections ?? usualConnections;
  return Math.max(leastConnections, Math.floor(all / (workers ?? 1)));
}

function workerProblems({ databaseConnections, databaseUrl, workers }: Variables): string[] {
  if (workers === null) return [];
  const problems: string[] = [];
  if (workers > 1 && databaseUrl === null) {
    problems.push(
      'LATCHKEY_WORKERS may be more than 1 only with PostgreSQL, because the embedded database serves one process. Set LATCHKEY_DATABASE_URL, or leave LATCHKEY_WORKERS out.',
    );
  }
  if (databaseConnections !== null && databaseConnections < leastConnections * workers) {
    problems.push(
      `LATCHKEY_DATABASE_CONNECTIONS must be ${leastConnections * workers} or more: ${leastConnections} for each of the ${workers} workers.`,
    );
  }
  return problems;
}

const rootOf = (given: string | null, usual: string | null): string | null =>
  given === 'off' ? null : (given ?? usual);

/** Nodes of the sandbox's two chains. */
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
 * Reads the configuration of the hosted pages' own process. It reads only the variables that it needs, and none with
 * a secret.
 *
 * @param env the process's environment, or a test's
 * @throws StartError as {@link readConfig}
 */
export function readHostedConfig(env: Environment = process.env): HostedConfig {
  const { config, problems } = toHostedConfig(env);
  refuseProblems(problems);
  return Object.freeze(config());
}

/**
 * Returns true if the environment turns tracing on. The log needs this before the rest of the configuration is checked.
 * Reads no other variable, because the process of the hosted pages, which reads no secret, calls this too.
 *
 * @param env the process's environment, or a test's
 */
export function isTraced(env: Environment = process.env): boolean {
  const { name } = configVariables.otlpEndpoint;
  return readVariables({ [name]: env[name] }).variables.otlpEndpoint !== null;
}

/** Settings of one database: the service's, or that of a separate recovery store. */
export interface DatabaseSettings extends Pick<Config, 'databasePrepared' | 'databaseUrl' | 'dataDir'> {
  /** Name of the variable with the database's URL, for messages. */
  readonly variable: string;
}

/**
 * Reads only the settings of a database, for commands that need no others, so the rest of the configuration may be
 * incomplete.
 *
 * @param env the process's environment, or a test's
 * @param store the service's database, or that of a separate recovery store
 * @throws StartError as {@link readConfig}
 */
export function readDatabaseSettings(
  env: Environment = process.env,
  store: 'service' | 'recovery' = 'service',
): DatabaseSettings {
  const field = store === 'service' ? 'databaseUrl' : 'recoveryDatabaseUrl';
  const names = [field, 'databasePrepared', 'dataDir'] as const;
  const own = Object.fromEntries(
    names.map((name) => [configVariables[name].name, env[configVariables[name].name]]),
  );
  const { variables, problems } = readVariables(own);
  refuseProblems(problems);
  const dataDir = store === 'service' ? variables.dataDir : join(variables.dataDir, 'recovery');
  const { databasePrepared, [field]: databaseUrl } = variables;
  return { databasePrepared, databaseUrl, dataDir, variable: configVariables[field].name };
}

/** @throws StartError that lists the problems, if there are any */
export function refuseProblems(problems: readonly string[]): void {
  if (problems.length > 0) {
    throw startError(
      `The configuration is not complete:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
  }
}

/** Admin key of development, which the documentation publishes. */
const developmentAdminKey = 'latchkey-dev-admin';

const developmentMailFrom = 'Latchkey <login@latchkey.localhost>';

/**
 * Returns the problems of a development service behind a tunnel, which everyone on the internet can reach.
 *
 * The development admin key is published in the documentation, so an attacker could use it. The service must have an
 * admin key of its own, or none (`off`).
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
      'LATCHKEY_ADMIN_KEY is required with LATCHKEY_TUNNEL_URL, with 32 characters or more, or off: everybody knows that of development. Make one: openssl rand -base64 32',
    );
  }
  return problems;
}

/** Value of LATCHKEY_ADMIN_KEY that turns the shared key off, so that only operator tokens work. */
export const adminKeyOff = 'off';

/** Returns true if the shared key is long enough and not the published one, or if it is turned off. */
const hasOwnAdminKey = ({ adminKey }: Variables): boolean =>
  adminKey === adminKeyOff ||
  (adminKey !== null && adminKey !== developmentAdminKey && adminKey.length >= 32);

/** Returns the problems with settings that production requires or refuses (S50, S55). */
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
      `LATCHKEY_ADMIN_KEY is ${why}, with 32 characters or more, or off if operators have tokens. Make one: openssl rand -base64 32`,
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
  problems.push(...mailProblems(variables), ...guessableProblems(variables));
  problems.push(...overheardProblems(variables), ...collectorProblems(variables));
  const standIns = ['googleUrl', 'cloudKitUrl', 'oauthUrl', 'telegramUrl'] as const;
  for (const name of [...standIns, ...Object.values(forOnRamps((one) => one))]) {
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

/** Requires a mail server, and a sender outside `.localhost`, because other mail servers refuse that domain. */
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

/**
 * Addresses that require TLS in production unless they are loopback, with the reason. An attacker on the network could
 * otherwise change the answers.
 */
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
