import { fail, type PasskeyCreationReply, passkeyRoutes } from '@latchkey/wire';
import { heldToken } from '../captcha/index.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { type AccountChange, changeAccounts, postAsUser, toLinkError } from './changes/changeAccounts.ts';
import { checkFree } from './changes/checkFree.ts';
import { makePasskey } from './passkey/browser.ts';

/**
 * Requests the options for another passkey of the user. Pass them to {@link linkWithPasskey}, so that the click opens
 * the browser's dialog without a wait for the service.
 *
 * @throws ServiceError `must_be_authenticated`, `cannot_link_more_of_type` beyond five, `recent_login_required`,
 *   `disallowed_login_method`, and the codes of the route
 */
export async function initLinkWithPasskey(client: LatchkeyClient): Promise<PasskeyCreationReply> {
  checkFree(client, 'passkey');
  return postAsUser(client, passkeyRoutes.startLink, heldToken(client));
}

/**
 * Creates a passkey and links it to the signed-in user. Call it in a click handler.
 *
 * @param begun the result of `initLinkWithPasskey`; without it the service is called now
 * @throws ServiceError the codes of `initLinkWithPasskey`, `passkey_not_allowed`, `passkey_already_added` for a
 *   device that has a passkey of the user, `passkey_not_supported`, `failed_to_link_account`
 * @example
 * button.onclick = async () => {
 *   const { account } = await linkWithPasskey(client);
 * };
 */
export async function linkWithPasskey(
  client: LatchkeyClient,
  begun?: PasskeyCreationReply,
): Promise<AccountChange> {
  try {
    const { options, relying_party } = begun ?? (await initLinkWithPasskey(client));
    const authenticator_response = await makePasskey(client, options);
    const user = await changeAccounts(client, passkeyRoutes.link, { relying_party, authenticator_response });

    const account = user.linkedAccounts.find(
      (one) => one.type === 'passkey' && one.credentialId === authenticator_response.id,
    );
    return { user, account: account ?? fail('failed_to_link_account') };
  } catch (cause) {
    throw toLinkError(cause);
  }
}
