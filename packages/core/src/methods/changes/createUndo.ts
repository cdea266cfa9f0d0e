import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { sendUndoCode, undoRemoval } from '../../operations.ts';
import { type CodeFlow, createCodeFlow } from '../oneTimeCode.ts';
import type { UndoInput, UndoneRemoval } from './undoRemoval.ts';

/**
 * Creates a code flow that undoes the removal of an address. Its recipient is the reference from the undo link.
 *
 * @param isLeaving called when the code is submitted: see `leaveNewAccount` of {@link UndoInput}
 */
export function createUndo(client: LatchkeyClient, isLeaving: () => boolean): CodeFlow<UndoneRemoval> {
  return createCodeFlow(client, {
    read: (reference) => reference,
    send: (reference) => sendUndoCode(client, reference),
    submit: ({ recipient: reference, code }) =>
      undoRemoval(client, { reference, code, leaveNewAccount: isLeaving() }),
  });
}
