import { checkFunding, type FundInput, type FundingResult } from '@latchkey/core';
import { fail, isCode } from '@latchkey/wire';
import type { Binding } from '../../binding.ts';
import type { FundVisit } from '../../flow/index.ts';
import type { FundingExit } from './useFundWallet.ts';

type Seen = Parameters<NonNullable<FundVisit['tell']>>[0];

/**
 * Funds a wallet in the modal. Rejects invalid input before the modal opens. After the modal closes, calls `onExited`
 * and then settles.
 *
 * @throws ServiceError the errors of `checkFunding`; `not_supported` if the app shows no modal; an error that the modal
 * showed when it closed
 */
export async function fundInModal(
  { client, modal }: Binding,
  funding: FundInput,
  onExited: (exit: Pick<FundingExit, 'balance' | 'fundingMethod'>) => void,
): Promise<FundingResult> {
  if (client.getState().settings?.headless)
    fail('not_supported', {
      message: 'This app shows no modal (headless). Fund wallets by @latchkey/core on screens of your own.',
      details: { reason: 'headless' },
    });
  await checkFunding(client, funding);
  let seen: Seen = { method: null, balance: null, hasArrived: false };
  let method: FundingExit['fundingMethod'] = null;
  try {
    const tell = (next: Seen) => {
      seen = next;
      method = next.method ?? method;
    };
    const { status, ...result } = await modal.open('fund', { funding, tell }).catch(toLeft);
    // The status is `completed` if funds arrived, whichever screen was shown last.
    return { ...result, status: seen.hasArrived ? 'completed' : status };
  } finally {
    tellSafely(() => onExited({ fundingMethod: method, balance: seen.balance ?? undefined }));
  }

  function toLeft(cause: unknown): FundingResult {
    if (!isCode(cause, 'exited_funding_flow')) throw cause;
    return { status: 'cancelled', address: funding.address, fundingMethod: method ?? undefined };
  }
}

/**
 * Calls the host's callback. An error that it throws becomes an uncaught error of the page and does not change the
 * result of the funding.
 */
function tellSafely(tell: () => void): void {
  try {
    tell();
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
  }
}
