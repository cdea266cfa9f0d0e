/**
 * Keeps the secrets that an app shows to third parties, such as its client secret at Google, by name and sealed. The
 * operator sets them; no route ever returns them. Owns table `app_secrets`. Uses `apps`, `audit` and `crypto`. Used by
 * the modules that talk to a third party: `cloud`, `funding` and the login methods.
 */
import type { AppSecretName } from '@latchkey/wire';
import type { Implementation } from '../http/index.ts';

export { createAppSecrets } from './createAppSecrets.ts';
export { sandboxFarcasterSigner } from './sandboxFarcasterSigner.ts';
export { sandboxFunding } from './sandboxFunding.ts';
export { type OAuthClient, sandboxOAuthClients } from './sandboxOAuthClients.ts';

export interface AppSecrets {
  readonly routes: Implementation[];
  /** An app's secret; null when none was set. */
  find(appId: string, name: AppSecretName): Promise<string | null>;
  /** Keeps an app's secret, sealed, or forgets it. */
  put(appId: string, name: AppSecretName, secret: string | null): Promise<void>;
}
