import { type MfaMethod, mfaRoutes } from '@latchkey/wire';
import { contextsOf } from '../contexts.ts';
import { callFrame } from '../frame/index.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { callWithToken } from '../session/index.ts';
import { getToken } from './getToken.ts';

/** Second factor of the user. */
export interface Factor {
  readonly id: string;
  readonly type: MfaMethod;
  /**
   * Phone number with most digits hidden, or the passkey's authenticator or browser; null for an authenticator app, or
   * if unknown.
   */
  readonly name: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  /** True if the app accepts the factor now. */
  readonly isUsable: boolean;
}

/** Pending removal of all factors. */
export interface FactorRemoval {
  readonly requestedAt: Date;
  readonly removesAt: Date;
}

/** Second factors and backup codes of the user. */
export interface FactorList {
  /** Oldest first. */
  readonly factors: readonly Factor[];
  /** Number of unused backup codes. */
  readonly backupCodes: number;
  readonly removal: FactorRemoval | null;
}

const toDate = (seconds: number) => new Date(seconds * 1000);

/**
 * Lists the user's second factors, with the number of unused backup codes and a pending removal.
 *
 * @throws ServiceError `must_be_authenticated`, and the codes of the route
 */
export async function listFactors(client: LatchkeyClient): Promise<FactorList> {
  const { session } = contextsOf(client);
  const { factors, backup_codes, removal } = await callWithToken(session, mfaRoutes.list);
  return {
    factors: factors.map(({ id, type, name, created_at, last_used_at, is_usable }) => ({
      id,
      type,
      name,
      isUsable: is_usable,
      createdAt: toDate(created_at),
      lastUsedAt: last_used_at === null ? null : toDate(last_used_at),
    })),
    backupCodes: backup_codes,
    removal: removal && { requestedAt: toDate(removal.requested_at), removesAt: toDate(removal.removes_at) },
  };
}

/**
 * Creates ten backup codes. Each can be used once in place of a lost factor. They are returned only here, and earlier
 * codes become invalid. Right after an enrolment no verification is needed.
 *
 * @throws ServiceError `not_supported` for a user without a factor, and the errors of a verification
 */
export async function createBackupCodes(client: LatchkeyClient): Promise<string[]> {
  const { frame, session } = contextsOf(client);
  const accessToken = await getToken(session);
  return (await callFrame(frame, 'enrol', 'privy:mfa:backup-codes', { accessToken })).codes;
}

/**
 * Requests the removal of all second factors, for a user who lost them. The service removes them after the number of
 * days that the app's operator set. Until then it notifies every address of the user daily, and the operator or
 * {@link cancelFactorRemoval} can cancel the removal.
 *
 * @returns time of the removal
 * @throws ServiceError `not_supported` if the operator does not allow it or the user has no factor,
 *   `recent_login_required`, `must_be_authenticated`, and the codes of the route
 */
export async function requestFactorRemoval(client: LatchkeyClient): Promise<Date> {
  const { session } = contextsOf(client);
  return toDate((await callWithToken(session, mfaRoutes.requestRemoval, { body: {} })).removes_at);
}

/**
 * Cancels the pending removal of all second factors. The service allows it to a session that does not wait for a
 * factor, began before the request and did not make it; to one whose wallet is unlocked by a verified factor; and to a
 * device of the wallet that is older than the request.
 *
 * @throws ServiceError `missing_or_invalid_mfa` for any other session, `not_found` if no removal is pending, and the
 *   codes of the route
 */
export async function cancelFactorRemoval(client: LatchkeyClient): Promise<void> {
  const { frame, session } = contextsOf(client);
  const accessToken = await getToken(session);
  await callFrame(frame, 'enrol', 'privy:mfa:cancel-removal', { accessToken });
}
