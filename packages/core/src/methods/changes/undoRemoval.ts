import { limits, type Removal, readTypedCode, removalFromWire, undoRoutes } from '@latchkey/wire';
import { requestCode } from '../../codeRequest.ts';
import { contextsOf } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';

export interface UndoneRemoval {
  /** Time until which the wallet stays closed and the account cannot be changed. */
  readonly holdUntil: Date;
}

export interface UndoInput {
  /** Reference from the link; see {@link takeUndoReference}. */
  readonly reference: string;
  /** Code that was sent to the removed address. */
  readonly code: string;
  /**
   * True to continue even if another user has the address now, and it is their only way to their wallet.
   * @default false
   */
  readonly leaveNewAccount?: boolean;
}

/**
 * Returns what was removed and when. The user need not be signed in.
 *
 * @throws ServiceError `not_found` for a removal that cannot be undone, or can no longer be undone, and the codes of
 *   the route
 * @example
 * const reference = takeUndoReference(client);
 * if (reference) show(await findRemoval(client, reference));
 */
export async function findRemoval(client: LatchkeyClient, reference: string): Promise<Removal> {
  const { call } = contextsOf(client).page;
  return removalFromWire(await call()(undoRoutes.find, { params: { reference } }));
}

/**
 * Sends a code to the removed address. The code can only undo this removal.
 *
 * @returns the time from which another code can be requested, Unix ms
 * @throws ServiceError `not_found`, `too_many_requests`, `delivery_failed`, and the codes of the route
 */
export async function sendUndoCode(client: LatchkeyClient, reference: string): Promise<number> {
  const { call, environment } = contextsOf(client).page;
  await requestCode(client, `undo ${reference}`, (body) =>
    call()(undoRoutes.sendCode, { params: { reference }, body }),
  );
  return environment.clock.now() + limits.resendCooldownMs;
}

/**
 * Undoes the removal of an address. The address is restored, all sessions of the user end, and wallet and account are
 * frozen for a day.
 *
 * @throws ServiceError `invalid_credentials` for a wrong code, `not_found`, `cannot_unlink_sole_account` without
 *   `leaveNewAccount`, after which the code is used up, and the codes of the route
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
  // The session of the user who is signed in here may have ended too.
  await session.renewUser().catch(() => null);
  return { holdUntil: new Date(hold_until * 1000) };
}
