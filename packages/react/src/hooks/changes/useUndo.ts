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
   * Takes the reference with which a person came from the letter to a removed address, once; null where no one did. With
   * `config.headless` the modal leaves it to you.
   */
  takeReference(): Promise<string | null>;
  /** Tells what was removed and when. Fails with `not_found` for what cannot be undone (any more). */
  find(reference: string): Promise<Removal>;
  /** Sends a code to the removed address; gives when another one may be asked for, Unix ms. */
  sendCode(reference: string): Promise<number>;
  /** Puts the address back, ends all sessions of the user and holds wallet and account for a day. */
  undo(input: UndoInput): Promise<UndoneRemoval>;
}

/**
 * Undoes that an address was removed, on screens of your own. No one needs to be signed in. Without `config.headless` the
 * modal does all of it by itself on the page that the letter leads to.
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
