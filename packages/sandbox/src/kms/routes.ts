import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { findSignatureProblem, kmsCredentials } from './signature.ts';

/** Keys of the stand-in. Their material is derived from the ARN, so ciphertexts outlive a restart. */
export const kmsKeyArns = [
  'arn:aws:kms:eu-central-1:111122223333:key/00000000-0000-4000-8000-000000000001',
  'arn:aws:kms:eu-central-1:111122223333:key/00000000-0000-4000-8000-000000000002',
  'arn:aws:kms:eu-central-1:111122223333:key/00000000-0000-4000-8000-000000000003',
] as const;

/** Endpoint of a container role's credentials. ECS and EKS give the token to the container. */
export const kmsContainer = { path: '/aws/container-credentials', token: 'sandbox-container-token' };

type Input = Record<string, unknown>;

/**
 * Creates the part of AWS KMS that wraps data keys: Encrypt and Decrypt (JSON 1.1), with encryption context. Checks
 * signatures, types and sizes. https://docs.aws.amazon.com/kms/latest/APIReference/
 */
export function createKmsRoutes(now: () => number = Date.now): Hono {
  const routes = new Hono();
  routes.get(kmsContainer.path, (context) => {
    if (context.req.header('authorization') !== kmsContainer.token) return context.body(null, 401);
    const { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey } = kmsCredentials;
    const Expiration = new Date(now() + 60 * 60_000).toISOString();
    return context.json({ AccessKeyId, SecretAccessKey, Token: 'sandbox-session-token', Expiration });
  });

  routes.post('/', async (context) => {
    const { headers, method, url } = context.req.raw;
    const body = await context.req.text();
    const answer = (status: 200 | 400, reply: Input) => {
      const type = { 'content-type': 'application/x-amz-json-1.1' };
      return context.body(JSON.stringify(reply), status, type);
    };
    const refuse = (type: string) => answer(400, { __type: type, message: 'The sandbox refuses this.' });
    const problem = findSignatureProblem({ method, url: new URL(url), headers, body }, now());
    if (problem) return refuse(problem);
    if (headers.get('content-type') !== 'application/x-amz-json-1.1')
      return refuse('UnknownOperationException');
    const act = operations[headers.get('x-amz-target') ?? ''];
    if (!act) return refuse('UnknownOperationException');
    const input = readInput(body);
    if (!input) return refuse('SerializationException');
    const { KeyId: keyArn } = input;
    if (!kmsKeyArns.some((known) => known === keyArn)) return refuse('NotFoundException');
    const reply = act(String(keyArn), contextOf(input), input);
    return typeof reply === 'string' ? refuse(reply) : answer(200, { KeyId: keyArn, ...reply });
  });
  return routes;
}

const algorithm = 'SYMMETRIC_DEFAULT';
const operations: Record<string, (keyArn: string, context: string | null, input: Input) => Input | string> = {
  'TrentService.Encrypt': (keyArn, context, { Plaintext }) => {
    const plaintext = toBytes(Plaintext);
    if (context === null || !plaintext || plaintext.length > 4096) return 'ValidationException';
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', materialOf(keyArn), nonce).setAAD(Buffer.from(context));
    const sealed = [cipher.update(plaintext), cipher.final()];
    const blob = Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]);
    return { CiphertextBlob: blob.toString('base64'), EncryptionAlgorithm: algorithm };
  },
  'TrentService.Decrypt': (keyArn, context, { CiphertextBlob }) => {
    const blob = toBytes(CiphertextBlob);
    if (context === null || !blob || blob.length < 29) return 'ValidationException';
    const decipher = createDecipheriv('aes-256-gcm', materialOf(keyArn), blob.subarray(0, 12));
    decipher.setAAD(Buffer.from(context)).setAuthTag(blob.subarray(12, 28));
    try {
      const plaintext = Buffer.concat([decipher.update(blob.subarray(28)), decipher.final()]);
      return { Plaintext: plaintext.toString('base64'), EncryptionAlgorithm: algorithm };
    } catch {
      return 'InvalidCiphertextException';
    }
  },
};

/** Encodes the encryption context as KMS binds it: pairs in any order are equal. Null if it has another form. */
function contextOf({ EncryptionContext: context = {} }: Input): string | null {
  if (typeof context !== 'object' || context === null) return null;
  const pairs = Object.entries(context).sort(([one], [other]) => (one < other ? -1 : 1));
  return pairs.every(([, value]) => typeof value === 'string') ? JSON.stringify(pairs) : null;
}

function readInput(body: string): Input | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Input) : null;
  } catch {
    return null;
  }
}

function toBytes(value: unknown): Buffer | null {
  return typeof value === 'string' && /^[A-Za-z0-9+/]+={0,2}$/.test(value)
    ? Buffer.from(value, 'base64')
    : null;
}

const materialOf = (keyArn: string) => createHash('sha256').update(`sandbox ${keyArn}`).digest();
