import { type MfaMethod, mfaRoutes } from '@latchkey/wire';
import { contextsOf } from '../contexts.ts';
import { callFrame } from '../frame/index.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { callWithToken } from '../session/index.ts';
import { getToken } from './getToken.ts';

/** A second factor of the user's. */
export interface Factor {
  readonly id: string;
  readonly type: MfaMethod;
  /** The number but for most of its digits, or what made the passkey; null where nothing tells. */
  readonly name: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  /** Whether the app takes it now. */
  readonly isUsable: boolean;
}

/** A removal of all factors that was asked for. */
export interface FactorRemoval {
  readonly requestedAt: Date;
  readonly removesAt: Date;
}

/** What the user has to verify with. */
export interface FactorList {
  /** Oldest first. */
  readonly factors: readonly Factor[];
  /** Backup codes that were not used yet. */
  readonly backupCodes: number;
  readonly removal: FactorRemoval | null;
}

const toDate = (seconds: number) => new Date(seconds * 1000);

/** Lists the user's second factors, with name, date and last use. @throws ServiceError `must_be_authenticated` */
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
 * Makes ten backup codes, each good once where the user has lost every other factor. They are shown here and never again; those
 * made before are good for nothing any more. Right after an enrolment it needs no verification.
 *
 * @throws ServiceError `not_supported` for a user without a factor, and what verifying fails with
 */
export async function createBackupCodes(client: LatchkeyClient): Promise<string[]> {
  const { frame, session } = contextsOf(client);
  const accessToken = await getToken(session);
  return (await callFrame(frame, 'enrol', 'privy:mfa:backup-codes', { accessToken })).codes;
}

/**
 * Asks for the removal of all second factors, for a user who lost them: after the days that the app's operator set. Until then
 * every address of theirs is told daily, and a verified factor, an earlier session or the operator cancels it.
 *
 * @returns when they are removed
 * @throws ServiceError `not_supported` where the operator does not allow it, `recent_login_required`, `must_be_authenticated`
 */
export async function requestFactorRemoval(client: LatchkeyClient): Promise<Date> {
  const { session } = contextsOf(client);
  return toDate((await callWithToken(session, mfaRoutes.requestRemoval, { body: {} })).removes_at);
}

/**
 * Cancels it, by a session that is older than the request, or has verified a factor, or by an older device of the wallet.
 *
 * @throws ServiceError `missing_or_invalid_mfa` for any other session, `not_found` where there is none
 */
export async function cancelFactorRemoval(client: LatchkeyClient): Promise<void> {
  const { frame, session } = contextsOf(client);
  const accessToken = await getToken(session);
  await callFrame(frame, 'enrol', 'privy:mfa:cancel-removal', { accessToken });
}
