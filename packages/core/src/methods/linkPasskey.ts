import { fail, failFull, limits, type PasskeyCreationReply, passkeyRoutes } from '@latchkey/wire';
import { heldToken } from '../captcha/index.ts';
import type { LatchkeyClient } from '../client.ts';
import { type AccountChange, callAsUser, changeAccounts, toLinkError } from './changes/changeAccounts.ts';
import { makePasskey } from './passkey/browser.ts';

/** Asks the service for what another passkey of the user's is made of. */
export async function initLinkWithPasskey(client: LatchkeyClient): Promise<PasskeyCreationReply> {
  checkPasskeyLink(client);
  return callAsUser(client, passkeyRoutes.startLink, heldToken(client));
}

/** Makes a passkey, and links it to the user. */
export async function linkWithPasskey(
  client: LatchkeyClient,
  steps: { begun?: PasskeyCreationReply | undefined } = {},
): Promise<AccountChange> {
  try {
    const { options, relying_party } = steps.begun ?? (await initLinkWithPasskey(client));
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

/**
 * Refuses a link that the service would refuse, before any request.
 * @throws ServiceError `must_be_authenticated`, `cannot_link_more_of_type` where the user has five
 */
function checkPasskeyLink(client: LatchkeyClient): void {
  const { authenticated, user } = client.getState();
  if (!authenticated) fail('must_be_authenticated');
  const held = user?.linkedAccounts.filter(({ type }) => type === 'passkey') ?? [];
  if (held.length >= limits.passkeys) failFull('passkey');
}
