import type { OAuthProvider } from '@latchkey/wire';
import { makeSandboxKey } from './sandboxKey.ts';

/** An app's client at a provider of social login. */
export interface OAuthClient {
  readonly id: string;
  /** The client's secret; at Apple the private key that signs in its place, as PEM. */
  readonly secret: string;
  /** Apple's names for the team and the key. */
  readonly teamId?: string;
  readonly keyId?: string;
}

const clientOf = (provider: OAuthProvider): OAuthClient => ({
  id: `sandbox-${provider}`,
  secret: `sandbox-${provider}-secret`,
});

/** What apps of a development service share: the clients that the sandbox's stand-ins know. */
export const sandboxOAuthClients: Readonly<Partial<Record<OAuthProvider, OAuthClient>>> = {
  apple: {
    id: 'sandbox.latchkey.apple',
    secret: makeSandboxKey('Sign in with Apple, sandbox'),
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
