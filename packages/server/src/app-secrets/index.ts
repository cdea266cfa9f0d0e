/**
 * Stores the secrets that an app uses at third parties, such as its client secret at Google, by name and sealed. The
 * operator sets them; the module's route does not return them. Owns table `app_secrets`. Uses `apps`, `audit` and
 * `crypto`. Used by the modules that call third parties, such as `cloud`, `funding` and the login methods.
 */
import type { AppSecretName } from '@latchkey/wire';
import type { Implementation } from '../http/index.ts';
import type { Operator } from '../operator.ts';

export { createAppSecrets } from './createAppSecrets.ts';
export { sandboxFarcasterSigner } from './sandboxFarcasterSigner.ts';
export { makeSandboxKey } from './sandboxKey.ts';
export { type OAuthClient, sandboxOAuthClients } from './sandboxOAuthClients.ts';

export interface AppSecrets {
  readonly routes: Implementation[];
  /** Returns an app's secret; null if it is not set. */
  find(appId: string, name: AppSecretName): Promise<string | null>;
  /** Seals and stores an app's secret, for the operator who sets it. Null deletes it. */
  put(appId: string, name: AppSecretName, secret: string | null, operator: Operator | null): Promise<void>;
}
