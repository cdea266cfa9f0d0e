import {
  checkLink,
  checkSharedEntropy,
  checkUpdate,
  getEmbeddedWallet,
  type LatchkeyClient,
} from '@latchkey/core';
import { embeddedWalletOf, fail, isCode, type ServiceError } from '@latchkey/wire';
import {
  accountTypeFlowOf,
  type LinkMethod,
  type ModalRequest,
  type SetRecoveryInput,
} from '../flow/index.ts';

/**
 * Returns the error of a visit that would fail, if it is known before any screen and any request, else null (LINK-02,
 * LINK-03). `verify-factor` is refused while the modal is open, because the open visit asks for the factor itself.
 */
export function refusalOf(
  client: LatchkeyClient,
  { intent, input }: ModalRequest,
  isOpen: boolean,
): ServiceError | null {
  const { user } = client.getState();
  try {
    if (
      intent === 'export-wallet' ||
      intent === 'recover' ||
      intent === 'recovery-passkeys' ||
      intent === 'set-recovery'
    )
      getEmbeddedWallet(client, input.address);
    if (intent === 'verify-factor' && isOpen) return input;
    if (intent === 'set-recovery') checkOffered(client, input);
    if (intent === 'create-wallet' && user && embeddedWalletOf(user.linkedAccounts, 'ethereum'))
      fail('embedded_wallet_already_exists');
    if (
      (intent === 'sessions' ||
        intent === 'connected-apps' ||
        intent === 'create-wallet' ||
        intent === 'enroll-factor') &&
      !client.getState().authenticated
    )
      fail('must_be_authenticated');
    // After a return from a provider, the user may not be loaded yet, so this check is skipped then.
    if (intent === 'link' && !input.isBack) checkLinkOf(client, input.method);
    if (intent === 'update') checkUpdate(client, input.method);
    return null;
  } catch (error) {
    if (isCode(error)) return error;
    throw error;
  }
}

function checkLinkOf(client: LatchkeyClient, method: LinkMethod): void {
  if (!accountTypeFlowOf(method).listsAccounts) checkLink(client, method);
  else if (!client.getState().authenticated) fail('must_be_authenticated');
}

/**
 * @throws ServiceError `not_supported` for a method that the app does not offer, and for every user-owned method if
 *   the wallet is a Solana wallet or shares its key with one
 */
function checkOffered(client: LatchkeyClient, { address, method }: SetRecoveryInput): void {
  const { userOwnedRecoveryOptions: options = [], requireUserPasswordOnCreate = false } =
    client.getState().settings?.embeddedWallets ?? {};
  const { user } = client.getState();
  // Without a method, the user chooses from user-owned methods, which are all checked alike.
  if (user) checkSharedEntropy(user, method ?? 'user-passcode', getEmbeddedWallet(client, address));
  const isPasswordMeant = options.length === 0 || requireUserPasswordOnCreate;
  if (!method || method === 'privy' || options.includes(method)) return;
  if (method !== 'user-passcode' || !isPasswordMeant)
    fail('not_supported', { details: { reason: 'recovery_method' } });
}
