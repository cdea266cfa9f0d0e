import { createECDH, createHash, createPrivateKey } from 'node:crypto';
import type { ProviderId } from './provider.ts';

/** The client that a stand-in knows, in the names of the app setting `oauth_clients`; the secret is kept apart there. */
export interface SandboxOAuthClient {
  readonly client_id: string;
  /** Apple: the private key (PKCS#8, PEM) that signs the secrets. */
  readonly client_secret: string;
  readonly team_id?: string;
  readonly key_id?: string;
}

const named = (id: ProviderId): SandboxOAuthClient => ({
  client_id: `sandbox-${id}`,
  client_secret: `sandbox-${id}-secret`,
});

/** One client per provider. They are the same in every sandbox, and open nothing but sandboxes. */
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
 * The same key in every process, so that an app can hold it before the sandbox runs. It protects nothing, and
 * derived it needs no PEM in the sources, which would look like one that does.
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
