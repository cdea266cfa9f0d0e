import { configVariables, type Environment, readVariables, type Variables } from './configVariables.ts';
import { type AwsSettings, fileKek, isGuessable, isSameKek, type KekSource } from './crypto/index.ts';
import { isLoopbackHost } from './loopback.ts';

/** What the recovery store's own process is told (docs/guide/recovery-store.md). */
export interface RecoveryConfig {
  readonly port: number;
  /** Addresses to listen on. */
  readonly bind: readonly string[];
  /** PostgreSQL, or null for an embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly databasePrepared: boolean;
  readonly dataDir: string;
  /** The secret that the service shows. */
  readonly token: string;
  readonly keks: readonly KekSource[];
  readonly aws: AwsSettings;
  /** How long a stop still takes connections, in seconds. */
  readonly drainS: number;
}

/** The KEKs that are configured, or the one that development keeps in a file. */
export const keksOrFile = (
  keks: readonly KekSource[],
  dataDir: string,
  store: 'parts' | 'recovery',
): readonly KekSource[] => (keks.length > 0 ? keks : [{ provider: 'file', key: fileKek(dataDir, store) }]);

/** AWS's own variables, as the KEKs there take them. */
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

/** Secrets that a person who guesses tries first: production takes none of them. */
export function guessableProblems(variables: Variables): string[] {
  const bytes = (keks: readonly KekSource[]) => keks.flatMap((kek) => ('key' in kek ? [kek.key] : []));
  const secrets = {
    LATCHKEY_ADMIN_KEY: variables.adminKey === null ? [] : [variables.adminKey],
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

/** The ports of the sandbox, unless it was given others. */
const sandboxPorts = ['4010', '4025'];

/** What the sandbox's stand-ins are shown in place of credentials. */
const sandboxNames = ['ACsandbox'];

/**
 * Variables that lead to the sandbox, whichever third party it stands in for. Production takes none of them.
 *
 * Threat: the sandbox shows every code to anyone who opens its inbox, and confirms whatever it is asked.
 */
export function sandboxProblems(env: Environment): string[] {
  const ports = [...sandboxPorts, env.LATCHKEY_SANDBOX_PORT, env.LATCHKEY_SANDBOX_SMTP_PORT];
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

/** The address that a value is, or those that it holds behind the ids of chains. */
const addressesIn = (text: string): readonly string[] =>
  text.split(/(?:^|,)\s*\d+=/).filter((part) => URL.canParse(part));

/** What is wrong with the KEKs of a process. */
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

/** What is wrong between a service and a recovery store that is a process of its own, as the service sees it. */
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

/** The recovery store's configuration, and what is wrong with it. */
export function toRecoveryConfig(env: Environment): { config(): RecoveryConfig; problems: string[] } {
  const { variables, problems } = readVariables(env);
  const { dataDir, recoveryBind, recoveryDatabaseUrl, recoveryKeks, recoveryToken } = variables;
  const production =
    env.NODE_ENV === 'production' || recoveryBind.some((address) => !isLoopbackHost(address));
  problems.push(...kekProblems(variables));
  if (production) problems.push(...guessableProblems(variables), ...sandboxProblems(env));
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
    drainS: variables.drainS,
  });
  return { config, problems };
}
