import {
  findRemoval,
  sendUndoCode,
  takeUndoReference,
  type UndoInput,
  type UndoneRemoval,
  undoRemoval,
} from '@latchkey/core';
import type { Removal } from '@latchkey/wire';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';

export interface UseUndo {
  /**
   * Returns the reference from the link in the message to a removed address or number, and removes it from the client.
   * Returns null if the page was not opened from such a link, or if the reference was taken before. Without
   * `config.headless`, the modal takes it.
   */
  takeReference(): Promise<string | null>;
  /** Returns what was removed and when. Fails with `not_found` if the removal cannot be undone. */
  find(reference: string): Promise<Removal>;
  /**
   * Sends a code to the removed address or number. Returns the time from which another code can be requested, in Unix
   * ms.
   */
  sendCode(reference: string): Promise<number>;
  /** Restores the address or number, ends all sessions of the user, and locks the wallet and the account for a day. */
  undo(input: UndoInput): Promise<UndoneRemoval>;
}

/**
 * Undoes the removal of an email address or a phone number, on screens of your own. The user does not need to be signed
 * in. Without `config.headless` the modal does this on the page that the message links to.
 *
 * @example
 * ```tsx
 * const { takeReference, find } = useUndo();
 * useEffect(() => {
 *   takeReference().then(async (reference) => reference && show(reference, await find(reference)));
 * }, [takeReference, find]);
 * ```
 */
export function useUndo(): UseUndo {
  const result = useBindingResult();
  return {
    takeReference: useStable(async () => takeUndoReference(bindingOf(result).client)),
    find: useStable(async (reference) => findRemoval(bindingOf(result).client, reference)),
    sendCode: useStable(async (reference) => sendUndoCode(bindingOf(result).client, reference)),
    undo: useStable(async (input) => undoRemoval(bindingOf(result).client, input)),
  };
}
