import { configVariables, type Environment, readVariables, type Variables } from './configVariables.ts';
import { type AwsSettings, fileKek, isGuessable, isSameKek, type KekSource } from './crypto/index.ts';
import { readHostedChains } from './hosted/index.ts';
import { isLoopbackHost } from './loopback.ts';

/** Configuration of the recovery store's own process (docs/guide/recovery-store.md). */
export interface RecoveryConfig {
  readonly port: number;
  readonly bind: readonly string[];
  /** Address of PostgreSQL, or null for an embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly databasePrepared: boolean;
  readonly dataDir: string;
  /** Secret by which the recovery store recognises the service. */
  readonly token: string;
  readonly keks: readonly KekSource[];
  readonly aws: AwsSettings;
  /** Root of the collector that gets traces, or null if nothing is traced. */
  readonly otlpEndpoint: string | null;
  /** Time for which a stopping process still accepts connections, in seconds. */
  readonly drainS: number;
}

/** Returns the configured KEKs. If there are none, returns that of the data folder's file, and creates it if needed. */
export const keksOrFile = (
  keks: readonly KekSource[],
  dataDir: string,
  store: 'parts' | 'recovery',
): readonly KekSource[] => (keks.length > 0 ? keks : [{ provider: 'file', key: fileKek(dataDir, store) }]);

/** Returns AWS's own variables in the form that the KEKs expect. */
export const awsSettings = (variables: Variables): AwsSettings => ({
  kmsUrl: variables.awsKmsUrl,
  accessKeyId: variables.awsAccessKeyId,
  secretAccessKey: variables.awsSecretAccessKey,
  sessionToken: variables.awsSessionToken,
  containerPath: variables.awsContainerPath,
  containerUrl: variables.awsContainerUrl,
  containerToken: variables.awsContainerToken,
  containerTokenFile: variables.awsContainerTokenFile,
});

/** Returns a problem for the admin key, the KEKs and the recovery token if {@link isGuessable} finds them guessable. */
export function guessableProblems(variables: Variables): string[] {
  const bytes = (keks: readonly KekSource[]) => keks.flatMap((kek) => ('key' in kek ? [kek.key] : []));
  const secrets = {
    LATCHKEY_ADMIN_KEY:
      variables.adminKey === null || variables.adminKey === 'off' ? [] : [variables.adminKey],
    LATCHKEY_PARTS_KEK: bytes(variables.partsKeks),
    LATCHKEY_RECOVERY_KEK: bytes(variables.recoveryKeks),
    LATCHKEY_RECOVERY_TOKEN: variables.recoveryToken === null ? [] : [variables.recoveryToken],
  };
  return Object.entries(secrets).flatMap(([name, keys]) =>
    keys.some(isGuessable)
      ? [`${name} can be guessed: it is a row or repeats itself. Make a random one: openssl rand -base64 32`]
      : [],
  );
}

/**
 * Returns the problem of a key for a collector that would be sent without TLS to another machine. An attacker on the
 * network could read it. Without a key, http is allowed.
 */
export function collectorProblems({ otlpEndpoint, otlpHeaders }: Variables): string[] {
  if (otlpHeaders === null || !otlpEndpoint?.startsWith('http:')) return [];
  if (isLoopbackHost(new URL(otlpEndpoint).hostname)) return [];
  return [
    'OTEL_EXPORTER_OTLP_ENDPOINT must begin with https:// in production if OTEL_EXPORTER_OTLP_HEADERS is set: the key for the collector passes there.',
  ];
}

const sandboxPorts = ['4010', '4025'];

/** User name in the default address of the sandbox's stand-in for Twilio. */
const sandboxNames = ['ACsandbox'];

/**
 * Returns a problem for each variable whose address leads to a sandbox on this machine or names its SMS account.
 * Production refuses them. An attacker who reaches the sandbox could otherwise read every code in its inbox, and log in
 * as any user of its providers.
 *
 * @param env the variables to check
 * @param sandbox the environment that names the sandbox's ports, if `env` has only some of its variables
 */
export function sandboxProblems(env: Environment, sandbox = env): string[] {
  const ports = [...sandboxPorts, sandbox.LATCHKEY_SANDBOX_PORT, sandbox.LATCHKEY_SANDBOX_SMTP_PORT];
  const names = new Set(Object.values(configVariables).map(({ name }) => name));
  return [...names].flatMap((name) => {
    return addressesIn(env[name]?.trim() ?? '').some((text) => {
      const { hostname, port, username } = new URL(text);
      return (isLoopbackHost(hostname) && ports.includes(port)) || sandboxNames.includes(username);
    })
      ? [`${name} leads to the sandbox, a stand-in for development. Give the address of the real service.`]
      : [];
  });
}

/** Returns the addresses in a value: the value itself, the addresses after chain ids, or the nodes of listed chains. */
const addressesIn = (text: string): readonly string[] =>
  readHostedChains(text)?.map(({ rpc_url }) => rpc_url) ??
  text.split(/(?:^|,)\s*\d+=/).filter((part) => URL.canParse(part));

export function kekProblems(variables: Variables): string[] {
  const problems: string[] = [];
  const { partsKeks, recoveryKeks } = variables;
  if (partsKeks.some((one) => recoveryKeks.some((other) => isSameKek(one, other)))) {
    problems.push(
      'LATCHKEY_RECOVERY_KEK must not be the same key as LATCHKEY_PARTS_KEK: one leak would open both stores.',
    );
  }
  const usesKms = [...partsKeks, ...recoveryKeks].some(({ provider }) => provider === 'aws-kms');
  const hasKeys = variables.awsAccessKeyId !== null && variables.awsSecretAccessKey !== null;
  if (usesKms && !hasKeys && variables.awsContainerPath === null && variables.awsContainerUrl === null) {
    problems.push(
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are required for a key in AWS KMS, outside ECS and EKS.',
    );
  }
  const { awsKmsUrl } = variables;
  if (awsKmsUrl?.startsWith('http:') && !isLoopbackHost(new URL(awsKmsUrl).hostname)) {
    problems.push('AWS_ENDPOINT_URL_KMS must begin with https://: data keys pass there in clear.');
  }
  return problems;
}

/** Lists the problems with the service's configuration of a remote recovery store. */
export function recoveryProblems(variables: Variables, production: boolean): string[] {
  const { recoveryKeks, recoveryToken, recoveryUrl } = variables;
  if (recoveryUrl === null) return [];
  const problems: string[] = [];
  if (recoveryToken === null) {
    problems.push(
      'LATCHKEY_RECOVERY_TOKEN is required with LATCHKEY_RECOVERY_URL, the same as in the recovery store. Make one: openssl rand -base64 32',
    );
  }
  if (recoveryKeks.length > 0) {
    problems.push(
      'LATCHKEY_RECOVERY_KEK belongs to the recovery store alone where LATCHKEY_RECOVERY_URL is set. Remove it here.',
    );
  }
  if (production && recoveryUrl.startsWith('http:') && !isLoopbackHost(new URL(recoveryUrl).hostname)) {
    problems.push(
      'LATCHKEY_RECOVERY_URL must begin with https:// in production: recovery keys pass there. Put a TLS proxy before the recovery store.',
    );
  }
  return problems;
}

/** Reads the recovery store's configuration, and lists its problems. */
export function toRecoveryConfig(env: Environment): { config(): RecoveryConfig; problems: string[] } {
  const { variables, problems } = readVariables(env);
  const { dataDir, recoveryBind, recoveryDatabaseUrl, recoveryKeks, recoveryToken } = variables;
  const production =
    env.NODE_ENV === 'production' || recoveryBind.some((address) => !isLoopbackHost(address));
  problems.push(...kekProblems(variables));
  if (production) {
    problems.push(...guessableProblems(variables), ...sandboxProblems(env), ...collectorProblems(variables));
  }
  if (recoveryToken === null) {
    problems.push('LATCHKEY_RECOVERY_TOKEN is required. Make one: openssl rand -base64 32');
  }
  if (production && recoveryDatabaseUrl === null) {
    problems.push('LATCHKEY_RECOVERY_DATABASE_URL is required in production. Use PostgreSQL 15 or newer.');
  }
  if (production && recoveryKeks.length === 0) {
    problems.push('LATCHKEY_RECOVERY_KEK is required in production. Make one: openssl rand -base64 32');
  }
  for (const name of ['LATCHKEY_PARTS_KEK', 'LATCHKEY_DATABASE_URL']) {
    if (env[name])
      problems.push(
        `${name} belongs to the service: with it here one process would hold both halves. Remove it.`,
      );
  }
  const config = () => ({
    port: variables.recoveryPort,
    bind: recoveryBind,
    databaseUrl: recoveryDatabaseUrl,
    databasePrepared: variables.databasePrepared,
    dataDir,
    token: recoveryToken ?? '',
    keks: keksOrFile(recoveryKeks, dataDir, 'recovery'),
    aws: awsSettings(variables),
    otlpEndpoint: variables.otlpEndpoint,
    drainS: variables.drainS,
  });
  return { config, problems };
}
