import type { LatchkeyClient } from '@latchkey/core';
import { isCode, type ServiceError } from '@latchkey/wire';
import { useEffect, useState } from 'react';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useClientState } from '../useClientState.ts';
import { useStable } from '../useStable.ts';

export interface ListOfUser<Item> {
  /** Null until the items are loaded, if the last load failed, and while no user is signed in. */
  readonly items: readonly Item[] | null;
  readonly error: ServiceError | null;
  refresh(): Promise<void>;
}

interface Known<Item> extends Pick<ListOfUser<Item>, 'items' | 'error'> {
  readonly userId: string | null;
}
const unknown: Known<never> = { userId: null, items: null, error: null };

/** Loads a list of the signed-in user, and loads it again when another user signs in. */
export function useListOfUser<Item>(
  list: (client: LatchkeyClient) => Promise<readonly Item[]>,
): ListOfUser<Item> {
  const result = useBindingResult();
  const userId = useClientState().user?.id ?? null;
  const [known, setKnown] = useState<Known<Item>>(unknown);
  const refresh = useStable(async () => {
    const { client } = bindingOf(result);
    const keep = (found: Pick<Known<Item>, 'items' | 'error'>) => {
      // Drops a response that arrives after the user changed: the next user of this browser must not see the list.
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
