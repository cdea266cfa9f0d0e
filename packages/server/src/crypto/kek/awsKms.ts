import { createHash } from 'node:crypto';
import { fail } from '@latchkey/wire';
import { AwsV4Signer } from 'aws4fetch';
import type { World } from '../../world.ts';
import { type AwsSettings, createAwsCredentials } from './awsCredentials.ts';
import { type DataKeyPlace, type Kek, kekIdLength } from './kek.ts';

/** ARN of the key itself. An alias is refused: pointing it at another key would make every data key unreadable. */
const keyArnPattern = /^arn:(aws|aws-cn|aws-us-gov):kms:([a-z0-9-]+):\d{12}:key\/[A-Za-z0-9-]{1,64}$/;

const tries = 3;
const timeoutMs = 2_000;
const firstWaitMs = 100;
/**
 * Temporary errors: https://docs.aws.amazon.com/kms/latest/APIReference/CommonErrors.html and those of Encrypt and
 * Decrypt.
 */
const passing = new Set([
  'DependencyTimeoutException',
  'ExpiredTokenException',
  'KeyUnavailableException',
  'KMSInternalException',
  'LimitExceededException',
  'RequestExpired',
  'ThrottlingException',
]);

export const isKmsKeyArn = (text: string) => keyArnPattern.test(text);

/**
 * KEK that stays in AWS KMS. The place is the encryption context: KMS refuses a data key that an attacker moved to
 * another row of the database, and CloudTrail logs the app.
 *
 * @param keyArn symmetric key, `arn:aws:kms:<region>:<account>:key/<id>`; permissions `kms:Encrypt`, `kms:Decrypt`
 */
export function awsKmsKek(
  world: Pick<World, 'clock' | 'fetch' | 'log' | 'random'>,
  aws: AwsSettings,
  keyArn: string,
): Kek {
  const call = createKmsCall(world, aws, keyArn);
  return {
    provider: 'aws-kms',
    id: new Uint8Array(
      createHash('sha256').update(`latchkey/kek-id/v1 ${keyArn}`).digest().subarray(0, kekIdLength),
    ),
    async wrap(dataKey, place) {
      const reply = await call('Encrypt', {
        Plaintext: toBase64(dataKey),
        EncryptionContext: contextOf(place),
      });
      return fromBase64(reply.CiphertextBlob);
    },
    async unwrap(wrapped, place) {
      const input = { CiphertextBlob: toBase64(wrapped), EncryptionContext: contextOf(place) };
      return fromBase64((await call('Decrypt', input)).Plaintext);
    },
  };
}

type Outcome =
  | { readonly kind: 'done'; readonly reply: KmsReply }
  /** Temporary failures are tried again, refusals are not. */
  | { readonly kind: 'passing' | 'refused'; readonly problem: string };

interface KmsReply {
  readonly CiphertextBlob?: string;
  readonly Plaintext?: string;
}

function createKmsCall(
  world: Pick<World, 'clock' | 'fetch' | 'log' | 'random'>,
  aws: AwsSettings,
  keyArn: string,
) {
  const [, partition, region = ''] = keyArnPattern.exec(keyArn) ?? [];
  const domain = partition === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com';
  const url = aws.kmsUrl ?? `https://kms.${region}.${domain}/`;
  const findCredentials = createAwsCredentials(world, aws);

  async function send(action: string, body: string): Promise<Response> {
    const signer = new AwsV4Signer({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `TrentService.${action}` },
      body,
      service: 'kms',
      region,
      datetime: new Date(world.clock.now()).toISOString().replace(/[:-]|\.\d{3}/g, ''),
      allHeaders: true,
      ...(await findCredentials()),
    });
    const { headers } = await signer.sign();
    const signal = AbortSignal.timeout(timeoutMs);
    return world.fetch(url, { method: 'POST', headers, body, redirect: 'error', signal });
  }

  async function attempt(action: string, body: string): Promise<Outcome> {
    try {
      const response = await send(action, body);
      if (response.ok) return { kind: 'done', reply: (await response.json()) as KmsReply };
      const problem = await typeOf(response);
      return { kind: response.status >= 500 || passing.has(problem) ? 'passing' : 'refused', problem };
    } catch (error) {
      return { kind: 'passing', problem: error instanceof Error ? error.name : 'unknown' };
    }
  }

  return async (action: 'Decrypt' | 'Encrypt', input: Record<string, unknown>): Promise<KmsReply> => {
    const body = JSON.stringify({ KeyId: keyArn, ...input });
    let problem = '';
    for (let tried = 0; tried < tries; tried += 1) {
      if (tried > 0) await wait(firstWaitMs * 2 ** (tried - 1) + world.random.integer(firstWaitMs));
      const outcome = await attempt(action, body);
      if (outcome.kind === 'done') return outcome.reply;
      problem = outcome.problem;
      if (outcome.kind === 'refused') throw new Error(`AWS KMS refuses to ${action}: ${problem}`);
    }
    world.log.error({ action, problem }, 'AWS KMS is out of reach');
    return fail('service_unavailable');
  };
}

/** Returns the type of an error of KMS. The error's message stays out of logs, because it quotes accounts and roles. */
async function typeOf(response: Response): Promise<string> {
  const reply = (await response.json().catch(() => null)) as { __type?: unknown } | null;
  const [, name = 'unknown'] = /(?:^|#)([A-Za-z]{1,64})$/.exec(String(reply?.__type)) ?? [];
  return name;
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Returns the encryption context, which CloudTrail shows. An empty app id is the deployment itself. */
const contextOf = ({ store, appId, version }: DataKeyPlace) => ({
  'latchkey:app': appId || 'deployment',
  'latchkey:store': store,
  'latchkey:version': String(version),
});
const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const fromBase64 = (text = '') => new Uint8Array(Buffer.from(text, 'base64'));
