/**
 * The app-secrets room: what an app must show to third parties and no other party may know, such as its client secret at
 * Google, by name and sealed. The operator sets them; nothing ever serves them. Owns the table `app_secrets`; asks apps,
 * audit and crypto. The rooms that speak to a third party ask it: cloud and the login methods.
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
