import { type Funding, type FundingFollower, followFundings } from '@latchkey/core';
import { useEffect, useRef, useState } from 'react';
import { useBindingResult } from '../../binding.ts';
import { useClientState } from '../useClientState.ts';
import { useStable } from '../useStable.ts';

export interface UseFundingStatus {
  /** What the user paid to fund wallets, the newest first: under way, or ended in the last days. */
  fundings: readonly Funding[];
  /** Asks at once what became of those that are under way. */
  refresh(): void;
  /** Forgets one that ended. */
  dismiss(id: string): void;
}

const none: readonly Funding[] = [];

/**
 * Follows what was paid and has not arrived, also after a reload and from other tabs, so that closing a window loses nothing.
 * It asks while something is under way and the page is visible, and not longer.
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
      () => undefined, // code that does not come: the next page tries again
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
