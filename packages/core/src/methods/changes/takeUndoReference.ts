import { internalsOf } from '../../internals.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';

/**
 * Takes the reference with which a person came from the letter to a removed address, once; null where no one did. Then
 * `findRemoval` says what it is about. The reference is no secret: it opens nothing without the code.
 */
export function takeUndoReference(client: LatchkeyClient): string | null {
  const internals = internalsOf(client);
  const { undoReference } = internals;
  internals.undoReference = null;
  return undoReference;
}
