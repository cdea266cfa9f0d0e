import { createECDH, createHash, createPrivateKey } from 'node:crypto';

/** Derives a P-256 key from a text, as the sandbox does. So the sources contain no PEM that looks like a secret. */
export function makeSandboxKey(of: string): string {
  const secret = createHash('sha256').update(of).digest();
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(secret);
  const point = curve.getPublicKey();
  const text = (bytes: Buffer) => bytes.toString('base64url');
  const [x, y] = [text(point.subarray(1, 33)), text(point.subarray(33))];
  const key = { kty: 'EC', crv: 'P-256', d: text(secret), x, y };
  return createPrivateKey({ key, format: 'jwk' }).export({ type: 'pkcs8', format: 'pem' }).toString();
}
