import { createECDH, createHash, createPrivateKey } from 'node:crypto';
import type { ProviderId } from './provider.ts';

/**
 * Client of a stand-in, with the field names of the app setting `oauth_clients`. That setting does not contain the
 * secret of an app's own client, which is an app secret.
 */
export interface SandboxOAuthClient {
  readonly client_id: string;
  /** Client secret; for Apple the private key (PKCS#8, PEM) that signs client secrets. */
  readonly client_secret: string;
  readonly team_id?: string;
  readonly key_id?: string;
}

const named = (id: ProviderId): SandboxOAuthClient => ({
  client_id: `sandbox-${id}`,
  client_secret: `sandbox-${id}-secret`,
});

/** One client per provider, the same in every sandbox. They work only with sandboxes. */
export const sandboxOAuthClients: Readonly<Record<ProviderId, SandboxOAuthClient>> & {
  readonly apple: Required<SandboxOAuthClient>;
} = {
  apple: {
    client_id: 'sandbox.latchkey.apple',
    team_id: 'SANDBOX001',
    key_id: 'SANDBOXK01',
    client_secret: makeAppleKey(),
  },
  discord: named('discord'),
  github: named('github'),
  google: named('google'),
  instagram: named('instagram'),
  linkedin: named('linkedin'),
  spotify: named('spotify'),
  tiktok: named('tiktok'),
  twitter: named('twitter'),
};

export const clientIdOf = (id: ProviderId): string => sandboxOAuthClients[id].client_id;

/**
 * Derives the same key in every process, so an app can be configured before the sandbox runs. The key protects
 * nothing. Deriving it avoids a PEM in the sources, which would look like a real secret.
 */
function makeAppleKey(): string {
  const secret = createHash('sha256').update('Sign in with Apple, sandbox').digest();
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(secret);
  const point = curve.getPublicKey();
  const text = (bytes: Buffer) => bytes.toString('base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: text(secret),
    x: text(point.subarray(1, 33)),
    y: text(point.subarray(33)),
  };
  return createPrivateKey({ key: jwk, format: 'jwk' }).export({ type: 'pkcs8', format: 'pem' }).toString();
}
