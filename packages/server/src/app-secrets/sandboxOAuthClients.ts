import { createECDH, createHash, createPrivateKey } from 'node:crypto';
import type { OAuthProvider } from '@latchkey/wire';

/** An app's client at a provider of social login. */
export interface OAuthClient {
  readonly id: string;
  /** The client's secret; at Apple the private key that signs in its place, as PEM. */
  readonly secret: string;
  /** Apple's names for the team and the key. */
  readonly teamId?: string;
  readonly keyId?: string;
}

/**
 * The key that the sandbox knows as Apple's client, derived as there, so that no PEM stands in the sources which would
 * look like one that protects something.
 */
function makeAppleKey(): string {
  const secret = createHash('sha256').update('Sign in with Apple, sandbox').digest();
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(secret);
  const point = curve.getPublicKey();
  const text = (bytes: Buffer) => bytes.toString('base64url');
  const [x, y] = [text(point.subarray(1, 33)), text(point.subarray(33))];
  const key = { kty: 'EC', crv: 'P-256', d: text(secret), x, y };
  return createPrivateKey({ key, format: 'jwk' }).export({ type: 'pkcs8', format: 'pem' }).toString();
}

const clientOf = (provider: OAuthProvider): OAuthClient => ({
  id: `sandbox-${provider}`,
  secret: `sandbox-${provider}-secret`,
});

/** What apps of a development service share: the clients that the sandbox's stand-ins know. */
export const sandboxOAuthClients: Readonly<Partial<Record<OAuthProvider, OAuthClient>>> = {
  apple: {
    id: 'sandbox.latchkey.apple',
    secret: makeAppleKey(),
    teamId: 'SANDBOX001',
    keyId: 'SANDBOXK01',
  },
  discord: clientOf('discord'),
  github: clientOf('github'),
  google: clientOf('google'),
  instagram: clientOf('instagram'),
  linkedin: clientOf('linkedin'),
  spotify: clientOf('spotify'),
  tiktok: clientOf('tiktok'),
  twitter: clientOf('twitter'),
};
