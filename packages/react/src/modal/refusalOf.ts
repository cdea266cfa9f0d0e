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
 * Why a visit would be in vain, known before any screen and any request; null where it would not (LINK-02, LINK-03). A second
 * factor is not asked for beside a screen whose operation wants it: its flow takes that step-up itself.
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
    // Anyone who is back from a provider may not be known yet: they are asked for first.
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

/** @throws ServiceError `not_supported` for a method that the app does not offer, and for any of the user's own beside a Solana wallet */
function checkOffered(client: LatchkeyClient, { address, method }: SetRecoveryInput): void {
  const { userOwnedRecoveryOptions: options = [], requireUserPasswordOnCreate = false } =
    client.getState().settings?.embeddedWallets ?? {};
  const { user } = client.getState();
  // Whatever the person would choose is one of their own.
  if (user) checkSharedEntropy(user, method ?? 'user-passcode', getEmbeddedWallet(client, address));
  const isPasswordMeant = options.length === 0 || requireUserPasswordOnCreate;
  if (!method || method === 'privy' || options.includes(method)) return;
  if (method !== 'user-passcode' || !isPasswordMeant)
    fail('not_supported', { details: { reason: 'recovery_method' } });
}
