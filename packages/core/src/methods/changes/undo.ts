import { limits, type Removal, readTypedCode, removalFromWire, undoRoutes } from '@latchkey/wire';
import { requestCode } from '../../codeRequest.ts';
import { internalsOf } from '../../internals.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';

/** That a removal was undone. */
export interface UndoneRemoval {
  /** Until when the wallet stays closed and the account as it is. */
  readonly holdUntil: Date;
}

/** What undoes a removal. */
export interface UndoInput {
  /** What came with the link; see {@link takeUndoReference}. */
  readonly reference: string;
  /** What was sent to the removed address. */
  readonly code: string;
  /**
   * Whether to go on where the address has opened an account of its own since, with a wallet that no one could reach any
   * more. @default false
   */
  readonly leaveNewAccount?: boolean;
}

/** Asks what a reference is about. */
export async function findUndoable(client: LatchkeyClient, reference: string): Promise<Removal> {
  const { call } = internalsOf(client);
  return removalFromWire(await call()(undoRoutes.find, { params: { reference } }));
}

/** Sends the code, and tells when another one may be asked for. */
export async function sendCodeToRemoved(client: LatchkeyClient, reference: string): Promise<number> {
  const { call, environment } = internalsOf(client);
  await requestCode(client, `undo ${reference}`, (body) =>
    call()(undoRoutes.sendCode, { params: { reference }, body }),
  );
  return environment.clock.now() + limits.resendCooldownMs;
}

/** Puts the removed address back. */
export async function putBack(
  client: LatchkeyClient,
  { reference, code, leaveNewAccount = false }: UndoInput,
): Promise<UndoneRemoval> {
  const { call, session } = internalsOf(client);
  const body = { code: readTypedCode(code), leave_new_account: leaveNewAccount };
  const { hold_until } = await call()(undoRoutes.undo, { params: { reference }, body });
  // The user who is signed in here may be one of those whose sessions ended.
  await session.renewUser().catch(() => null);
  return { holdUntil: new Date(hold_until * 1000) };
}
