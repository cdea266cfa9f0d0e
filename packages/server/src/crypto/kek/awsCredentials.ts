import { readFile } from 'node:fs/promises';
import type { World } from '../../world.ts';

/** AWS credentials and addresses, from AWS's own environment variables. */
export interface AwsSettings {
  /** Address of KMS if it is not the region's own: a VPC endpoint, a proxy, the sandbox. */
  readonly kmsUrl: string | null;
  readonly accessKeyId: string | null;
  readonly secretAccessKey: string | null;
  readonly sessionToken: string | null;
  /** Source of the container role's credentials. ECS sets a path, EKS an address. */
  readonly containerPath: string | null;
  readonly containerUrl: string | null;
  readonly containerToken: string | null;
  readonly containerTokenFile: string | null;
}

export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** Address of the ECS credentials endpoint, the same in every task. */
const ecsOrigin = 'http://169.254.170.2';
const timeoutMs = 2_000;
/** Time before the expiry at which credentials are renewed, in ms. */
const renewBeforeMs = 5 * 60_000;

interface ContainerReply {
  AccessKeyId: string;
  SecretAccessKey: string;
  Token: string;
  Expiration: string;
}

/**
 * Creates a function that returns credentials: those of the environment, otherwise those of the container's role
 * (ECS, EKS Pod Identity), cached until shortly before they expire.
 *
 * @returns a function that throws Error if it finds no credentials. The caller must not log the message of an error:
 *   one about a malformed reply may quote it
 */
export function createAwsCredentials(
  { clock, fetch }: Pick<World, 'clock' | 'fetch'>,
  aws: AwsSettings,
): () => Promise<AwsCredentials> {
  let kept: { credentials: AwsCredentials; untilMs: number } | null = null;

  async function fetchContainerCredentials(url: string): Promise<AwsCredentials> {
    // EKS replaces the token in the file from time to time.
    const token = aws.containerTokenFile
      ? (await readFile(aws.containerTokenFile, 'utf8')).trim()
      : aws.containerToken;
    const response = await fetch(url, {
      headers: token ? { authorization: token } : {},
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`The container's credentials were answered with ${response.status}.`);
    const reply = (await response.json()) as ContainerReply;
    const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, Token: sessionToken } = reply;
    const credentials = { accessKeyId, secretAccessKey, sessionToken };
    kept = { credentials, untilMs: Date.parse(reply.Expiration) - renewBeforeMs };
    return credentials;
  }

  return async () => {
    const { accessKeyId, secretAccessKey, sessionToken } = aws;
    if (accessKeyId && secretAccessKey)
      return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
    if (kept && kept.untilMs > clock.now()) return kept.credentials;
    const url = aws.containerPath ? `${ecsOrigin}${aws.containerPath}` : aws.containerUrl;
    if (!url)
      throw new Error('No AWS credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a role.');
    return fetchContainerCredentials(url);
  };
}
