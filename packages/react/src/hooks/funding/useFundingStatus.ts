import { type Funding, type FundingFollower, followFundings } from '@latchkey/core';
import { useEffect, useRef, useState } from 'react';
import { useBindingResult } from '../../binding.ts';
import { useClientState } from '../useClientState.ts';
import { useStable } from '../useStable.ts';

export interface UseFundingStatus {
  /** Payments that fund the user's wallets, newest first: pending or recently ended. */
  fundings: readonly Funding[];
  /** Checks the pending payments now, unless the page is hidden or a check is running. */
  refresh(): void;
  /** Removes a payment from the list. */
  dismiss(id: string): void;
}

const none: readonly Funding[] = [];

/**
 * Follows payments that have not arrived yet, including those from before a reload and from other tabs. Polls while a
 * payment is pending and the page is visible.
 *
 * @example
 * ```tsx
 * const { fundings } = useFundingStatus();
 * const underWay = fundings.filter(({ status }) => status === 'pending');
 * ```
 */
export function useFundingStatus(): UseFundingStatus {
  const { binding } = useBindingResult();
  const { user } = useClientState();
  const [fundings, setFundings] = useState(none);
  const follower = useRef<FundingFollower | null>(null);
  const client = binding?.client;
  const userId = user?.id;

  useEffect(() => {
    setFundings(none);
    if (!client || !userId) return;
    let isOver = false;
    followFundings(client, (list) => isOver || setFundings(list)).then(
      (started) => {
        if (isOver) started.stop();
        else follower.current = started;
      },
      () => undefined, // the code could not be loaded; the next page load tries again
    );
    return () => {
      isOver = true;
      follower.current?.stop();
      follower.current = null;
    };
  }, [client, userId]);

  const refresh = useStable(() => follower.current?.refresh());
  const dismiss = useStable((id: string) => follower.current?.dismiss(id));
  return { fundings, refresh, dismiss };
}
