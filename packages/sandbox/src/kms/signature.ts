import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Credentials of the stand-in's only caller. */
export const kmsCredentials = {
  accessKeyId: 'AKIASANDBOX000000001',
  secretAccessKey: 'sandbox-secret-access-key-of-40-letters!',
};

/** Maximum clock skew that AWS allows. */
const mostSkewMs = 5 * 60_000;

export interface SignedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string;
}

/**
 * Checks a request's signature as AWS does (Signature Version 4): all required headers are signed, the scope names
 * this service and today, the clock is right, and the signature covers exactly this body.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/create-signed-request.html
 *
 * @returns the error's name, or null if the signature is valid
 */
export function findSignatureProblem(request: SignedRequest, nowMs: number): string | null {
  const { headers } = request;
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([a-z0-9-]+)\/kms\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;
  const match = pattern.exec(headers.get('authorization') ?? '');
  if (!match) return headers.has('authorization') ? 'IncompleteSignature' : 'MissingAuthenticationToken';
  const [, keyId, day = '', region = '', names = '', signature = ''] = match;
  if (keyId !== kmsCredentials.accessKeyId) return 'UnrecognizedClientException';
  const signed = names.split(';');
  const needed = ['content-type', 'host', 'x-amz-date', 'x-amz-target'];
  if (needed.some((name) => !signed.includes(name))) return 'IncompleteSignature';
  if (signed.join() !== [...signed].sort().join()) return 'InvalidSignatureException';
  const date = headers.get('x-amz-date') ?? '';
  const [, year, month, dayOfMonth, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? [];
  const dateMs = Date.parse(`${year}-${month}-${dayOfMonth}T${hour}:${minute}:${second}Z`);
  if (!date.startsWith(day) || !(Math.abs(dateMs - nowMs) <= mostSkewMs)) return 'InvalidSignatureException';
  const expected = Buffer.from(sign(request, { day, region, date, signed }), 'hex');
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : 'InvalidSignatureException';
}

function sign(
  { method, url, headers, body }: SignedRequest,
  { day, region, date, signed }: { day: string; region: string; date: string; signed: string[] },
): string {
  const lines = signed.map((name) => `${name}:${(headers.get(name) ?? '').trim().replace(/\s+/g, ' ')}\n`);
  const canonical = [method, url.pathname, '', lines.join(''), signed.join(';'), sha256(body)].join('\n');
  const scope = `${day}/${region}/kms/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const key = [day, region, 'kms', 'aws4_request'].reduce<Buffer>(
    (secret, part) => hmac(secret, part),
    Buffer.from(`AWS4${kmsCredentials.secretAccessKey}`),
  );
  return hmac(key, toSign).toString('hex');
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
