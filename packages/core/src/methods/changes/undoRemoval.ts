import { limits, type Removal, readTypedCode, removalFromWire, undoRoutes } from '@latchkey/wire';
import { requestCode } from '../../codeRequest.ts';
import { contextsOf } from '../../contexts.ts';
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

/**
 * Tells what was removed and when. No one needs to be signed in.
 *
 * @throws ServiceError `not_found` for what cannot be undone (any more)
 * @example
 * const reference = takeUndoReference(client);
 * if (reference) show(await findRemoval(client, reference));
 */
export async function findRemoval(client: LatchkeyClient, reference: string): Promise<Removal> {
  const { call } = contextsOf(client).page;
  return removalFromWire(await call()(undoRoutes.find, { params: { reference } }));
}

/**
 * Sends a code to the removed address that undoes its removal, and does nothing else.
 *
 * @returns when another one may be asked for, Unix ms
 * @throws ServiceError `not_found`, `too_many_requests`, `delivery_failed`
 */
export async function sendUndoCode(client: LatchkeyClient, reference: string): Promise<number> {
  const { call, environment } = contextsOf(client).page;
  await requestCode(client, `undo ${reference}`, (body) =>
    call()(undoRoutes.sendCode, { params: { reference }, body }),
  );
  return environment.clock.now() + limits.resendCooldownMs;
}

/**
 * Undoes the removal of an address: it is put back, every session of the user ends, and wallet and account stay as they
 * are for a day.
 *
 * @throws ServiceError `invalid_credentials` for a wrong code, `not_found`, `cannot_unlink_sole_account` without
 *   `leaveNewAccount`; the code is used then
 * @example
 * const { holdUntil } = await undoRemoval(client, { reference, code: '123456' });
 */
export async function undoRemoval(
  client: LatchkeyClient,
  { reference, code, leaveNewAccount = false }: UndoInput,
): Promise<UndoneRemoval> {
  const {
    page: { call },
    session,
  } = contextsOf(client);
  const body = { code: readTypedCode(code), leave_new_account: leaveNewAccount };
  const { hold_until } = await call()(undoRoutes.undo, { params: { reference }, body });
  // The user who is signed in here may be one of those whose sessions ended.
  await session.renewUser().catch(() => null);
  return { holdUntil: new Date(hold_until * 1000) };
}
