import { limits, type WalletAccount } from '@latchkey/wire';
import { contextsOf } from '../../../contexts.ts';
import { callApprovalFrame, getFrame } from '../../../frame/index.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import type { ApproveInput } from '../signing/approveRequest.ts';
import { nameWallet } from '../unlockWallet.ts';

export interface OpenInFrameInput extends ApproveInput {
  /** @default the user's Ethereum wallet */
  readonly address?: string;
}

/**
 * Opens a wallet with automatic recovery in a browser that does not hold it, for an app with strict approval
 * (`settings.embeddedWallets.approval` is `'frame'`). The wallet's own page asks the user for a code that the service
 * sends to an email address or phone number of theirs. The host's page can read neither the typed code nor the key,
 * unless it has the origin of the wallet's page. Call this after an operation rejected with `recent_login_required` and
 * `details.confirm_in` `'wallet'`, then repeat the operation.
 *
 * @param input.container an element of at least 280 by 320 px, with nothing over it
 * @returns the wallet, which this browser then holds
 * @throws ServiceError `user_rejected_request`, `not_supported` if no address of the user may get a code,
 *   `must_be_authenticated`, `embedded_wallet_not_found`, `wallet_proxy_timeout`, and other errors of the wallet frame
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
  // The wallet's page has no network access. The hidden frame makes the page's requests, so it must be ready first.
  await getFrame(frame).becomeReady(limits.proxyReplyMs);
  const page = { container, theme, locale, signal };
  await callApprovalFrame(frame.page, page, 'privy:wallets:recover', frameRef);
  return wallet;
}
