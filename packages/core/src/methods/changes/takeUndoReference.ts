import { contextsOf } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';

/**
 * Returns the reference from the link in the message to a removed address, once; null if no such link opened the
 * page. `findRemoval` returns the removal that the reference names. The reference is no secret: to undo the removal,
 * the user also needs the code that is sent to the removed address.
 */
export function takeUndoReference(client: LatchkeyClient): string | null {
  return contextsOf(client).page.undoReference.take();
}
