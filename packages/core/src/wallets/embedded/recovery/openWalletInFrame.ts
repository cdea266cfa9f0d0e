import { limits, type WalletAccount } from '@latchkey/wire';
import { contextsOf } from '../../../contexts.ts';
import { callApprovalFrame, getFrame } from '../../../frame/index.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import type { ApproveInput } from '../signing/approveRequest.ts';
import { nameWallet } from '../unlockWallet.ts';

export interface OpenInFrameInput extends ApproveInput {
  /** @default the user's embedded wallet */
  readonly address?: string;
}

/**
 * Opens a wallet with automatic recovery in a browser that does not hold it, where the app has strict approval
 * (`settings.embeddedWallets.approval` is `'frame'`): the wallet's own page asks for a code that the service sends to the
 * user's oldest address. Your page sees neither. Show it where a refusal is `recent_login_required` with
 * `details.confirm_in` `'wallet'`; then what was refused works.
 *
 * @param input.container an element of at least 280 by 320 px, with nothing over it
 * @returns the wallet, which this browser keeps from now on
 * @throws ServiceError `user_rejected_request`, `not_supported` where the user has no address for a code,
 *   `must_be_authenticated`, `embedded_wallet_not_found`, `wallet_proxy_timeout`
 * @example
 * setLoginConfirmer(client, async ({ details }) => {
 *   if (details?.confirm_in !== 'wallet') return false;
 *   await openWalletInFrame(client, { container });
 *   return true;
 * });
 */
export async function openWalletInFrame(
  client: LatchkeyClient,
  { address, container, theme = 'light', locale = 'en', signal }: OpenInFrameInput,
): Promise<WalletAccount> {
  const { frame, session } = contextsOf(client);
  const { wallet, frameRef } = await nameWallet(session, address);
  // The page has no network: the hidden frame beside it does what it asks for.
  await getFrame(frame).becomeReady(limits.proxyReplyMs);
  const page = { container, theme, locale, signal };
  await callApprovalFrame(frame.page, page, 'privy:wallets:recover', frameRef);
  return wallet;
}
