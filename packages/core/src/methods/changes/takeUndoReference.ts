import { contextsOf } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';

/**
 * Returns the reference from the link in the message to a removed address, once; null if no such link opened the
 * page. `findRemoval` returns its removal. The reference is no secret: nothing can be undone without the code.
 */
export function takeUndoReference(client: LatchkeyClient): string | null {
  return contextsOf(client).page.undoReference.take();
}
