import type { FrameRequests } from '@latchkey/wire';
import { contextsOf } from '../../../contexts.ts';
import { type ApprovedEvent, callApprovalFrame } from '../../../frame/index.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import { verifyThen } from '../../../mfa/index.ts';
import type { TransactionSignRequest } from '../../../transactions/index.ts';
import { isSolanaRequest, type SolanaSignRequest } from '../solana/request.ts';
import { readSignature, toSolanaRpc } from '../solana/sign.ts';
import { unlockWallet } from '../unlockWallet.ts';
import { type FarcasterSignRequest, isFarcasterRequest, toFarcasterSign } from './farcaster.ts';
import { chainIdField, readHex, type SignRequest, toRpc } from './sign.ts';
import { toSigningError } from './toSigningError.ts';

export interface ApproveInput {
  /** Element for the wallet's own page: at least 280 px wide and 320 px high, with nothing over it. */
  readonly container: HTMLElement;
  /** Colour scheme. A host's colours could hide what the user signs, so the page has its own. @default 'light' */
  readonly theme?: 'light' | 'dark';
  /** Language of the page's texts. @default 'en' */
  readonly locale?: string;
  /** Removes the page, for example when a dialog closes. */
  readonly signal?: AbortSignal;
}

/**
 * Shows a request on the wallet's own page and signs it if the user approves. An app with
 * `settings.embeddedWallets.approval` `'frame'` can sign only this way. `request` is the one that an operation passes
 * to `sign`.
 *
 * @returns as {@link signRequest}
 * @throws ServiceError `user_rejected_request`, and the errors of {@link signRequest}
 */
export async function approveRequest(
  client: LatchkeyClient,
  request: SignRequest | SolanaSignRequest | FarcasterSignRequest | TransactionSignRequest,
  { container, theme = 'light', locale = 'en', signal }: ApproveInput,
): Promise<string> {
  const { frame } = contextsOf(client);
  const chainType = isSolanaRequest(request) ? 'solana' : 'ethereum';
  const { wallet, frameRef } = await unlockWallet(frame, request.address, chainType);
  const page = { container, theme, locale, signal };
  // If a second factor is missing, the page is removed, the factor is verified in the hidden frame, and a new page
  // opens. The hidden frame also signs what the page approves, so the verification is valid for the new page.
  const show = <E extends ApprovedEvent>(event: E, data: FrameRequests[E]) =>
    verifyThen(frame, undefined, () => callApprovalFrame(frame.page, page, event, data)).catch((error) => {
      throw toSigningError(error);
    });
  if (isFarcasterRequest(request)) {
    const { accessToken, entropyId } = frameRef;
    const asked = { accessToken, address: entropyId, ...toFarcasterSign(request) };
    return (await show('privy:farcaster:sign', asked)).signature;
  }
  const isSolana = isSolanaRequest(request);
  const reply = await show('privy:wallets:rpc', {
    ...frameRef,
    chainType,
    hdWalletIndex: wallet.walletIndex ?? 0,
    request: isSolana ? toSolanaRpc(request) : toRpc(request),
    ...chainIdField(request),
  });
  const data = (reply.response as { data?: unknown } | undefined)?.data;
  return isSolana ? readSignature(data) : readHex(data);
}
