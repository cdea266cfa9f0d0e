import { mfaRoutes, type PasskeyAssertion, type StartPasskeyFactorReply } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { postAsUser } from '../changes/index.ts';
import { requestPasskey } from './browser.ts';

/**
 * Has the person use one of their enrolled passkeys, for `submitMfa` and `verifyFactor`. Call it while their press is being
 * handled.
 *
 * @param begun what `initMfa` gave, so that the browser's dialog has nothing to wait for; without it the service is asked now
 * @throws ServiceError `must_be_authenticated`, `not_found` for a user without one, `passkey_not_allowed`,
 * `passkey_not_supported`
 * @example
 * const begun = await initMfa(client, 'passkey');
 * button.onclick = async () => submitMfa(client, 'passkey', await provePasskeyFactor(client, begun));
 */
export async function provePasskeyFactor(
  client: LatchkeyClient,
  begun?: StartPasskeyFactorReply,
): Promise<PasskeyAssertion> {
  const { options } = begun ?? (await postAsUser(client, mfaRoutes.startPasskey, {}));
  return requestPasskey(client, options);
}
