import type { LatchkeyClient } from '@latchkey/core';
import { isCode, type ServiceError } from '@latchkey/wire';
import { useEffect, useState } from 'react';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useClientState } from '../useClientState.ts';
import { useStable } from '../useStable.ts';

/** What the service lists of a user, as a hook gives it. */
export interface ListOfUser<Item> {
  /** Null until they are known, and while no user is signed in. */
  readonly items: readonly Item[] | null;
  readonly error: ServiceError | null;
  refresh(): Promise<void>;
}

interface Known<Item> extends Pick<ListOfUser<Item>, 'items' | 'error'> {
  readonly userId: string | null;
}
const unknown: Known<never> = { userId: null, items: null, error: null };

/** Lists something of the user who is signed in, anew for each user. */
export function useListOfUser<Item>(
  list: (client: LatchkeyClient) => Promise<readonly Item[]>,
): ListOfUser<Item> {
  const result = useBindingResult();
  const userId = useClientState().user?.id ?? null;
  const [known, setKnown] = useState<Known<Item>>(unknown);
  const refresh = useStable(async () => {
    const { client } = bindingOf(result);
    const keep = (found: Pick<Known<Item>, 'items' | 'error'>) => {
      // What comes late for one user must not show to the next.
      const id = client.getState().user?.id ?? null;
      if (id === userId) setKnown({ userId, ...found });
    };
    try {
      keep({ items: await list(client), error: null });
    } catch (error) {
      if (!isCode(error)) throw error;
      keep({ items: null, error });
    }
  });
  useEffect(() => {
    if (userId !== null) void refresh();
  }, [userId, refresh]);
  const { items, error } = known.userId === userId ? known : unknown;
  return { items, error, refresh };
}
