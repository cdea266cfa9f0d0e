import { readFile } from 'node:fs/promises';
import type { World } from '../../world.ts';

/** How the service signs in to AWS, by AWS's own variables. */
export interface AwsSettings {
  /** KMS's address where it is not the region's own: a VPC endpoint, a proxy, the sandbox. */
  readonly kmsUrl: string | null;
  readonly accessKeyId: string | null;
  readonly secretAccessKey: string | null;
  readonly sessionToken: string | null;
  /** ECS gives a path, EKS an address; either answers the credentials of the role that the container runs as. */
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

/** ECS's own address, the same in every task. */
const ecsOrigin = 'http://169.254.170.2';
const timeoutMs = 2_000;
/** New ones are there well before the old ones end. */
const renewBeforeMs = 5 * 60_000;

interface ContainerReply {
  AccessKeyId: string;
  SecretAccessKey: string;
  Token: string;
  Expiration: string;
}

/**
 * Makes the finder of credentials: those of the environment, else the container's role (ECS, EKS Pod Identity), kept
 * until shortly before they end.
 *
 * @returns throws Error when there are none; its text holds no credential
 */
export function createAwsCredentials(
  { clock, fetch }: Pick<World, 'clock' | 'fetch'>,
  aws: AwsSettings,
): () => Promise<AwsCredentials> {
  let kept: { credentials: AwsCredentials; untilMs: number } | null = null;

  async function fetchContainerCredentials(url: string): Promise<AwsCredentials> {
    // EKS writes a new token into the file every few hours.
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
