import { mfaRoutes, type PasskeyAssertion, type StartPasskeyFactorReply } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { postAsUser } from '../changes/index.ts';
import { requestPasskey } from './browser.ts';

/**
 * Requests one of the enrolled passkeys from the user, for `submitMfa` and `verifyFactor`. Call it in a click
 * handler.
 *
 * @param begun the result of `initMfa`, so the browser's dialog opens at once; without it the service is called now
 * @throws ServiceError `must_be_authenticated`, `not_found` for a user without an enrolled passkey,
 *   `passkey_not_allowed`, `passkey_not_supported`, and the codes of the route
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
