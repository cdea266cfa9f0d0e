import type { OAuthProvider } from '@latchkey/wire';
import { makeSandboxKey } from './sandboxKey.ts';

export interface OAuthClient {
  readonly id: string;
  /** Client secret; for Apple, the private key that signs client secrets, as PEM. */
  readonly secret: string;
  readonly teamId?: string;
  readonly keyId?: string;
}

const clientOf = (provider: OAuthProvider): OAuthClient => ({
  id: `sandbox-${provider}`,
  secret: `sandbox-${provider}-secret`,
});

/** Clients that the sandbox's stand-ins accept, shared by apps of a development service without their own. */
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
