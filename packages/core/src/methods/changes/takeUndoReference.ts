import { contextsOf } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';

/**
 * Takes the reference with which a person came from the letter to a removed address, once; null where no one did. Then
 * `findRemoval` says what it is about. The reference is no secret: it opens nothing without the code.
 */
export function takeUndoReference(client: LatchkeyClient): string | null {
  return contextsOf(client).page.undoReference.take();
}
