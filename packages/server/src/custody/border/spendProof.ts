import { fail } from '@latchkey/wire';
import type { Db } from '../../db/index.ts';
import type { CustodyDeps } from '../deps.ts';
import type { CustodyCaller } from './admitCustody.ts';
import { isFirstKey, isKeyOpened, setKeyOpened } from './store.ts';

/**
 * Admits an automatic release, in the transaction that records it (docs/custody.md, custody routes). It spends a
 * proof no older than the app's `new_device_max_age`, unless that is 0: the login that began the session, for the
 * session's first proof key, or a confirmation that names the key. An attacker with the token of a recent login and a
 * key of their own could otherwise get the wallet.
 *
 * The same key may request the release again while the proof is recent enough, because the first answer may have been
 * lost. This locks the session, so call it before the entropy is locked.
 *
 * @throws ServiceError `recent_login_required` with `details.key`, the key that a confirmation has to name;
 *   `missing_or_invalid_token` if the session ended in the meantime
 */
export async function spendProof(
  tx: Db,
  { sessions, world }: Pick<CustodyDeps, 'sessions' | 'world'>,
  { app, session, thumbprint }: Pick<CustodyCaller, 'app' | 'session' | 'thumbprint'>,
): Promise<void> {
  if (app.settings.new_device_max_age === 0) return;
  const sinceMs = openedSince(world, app);
  const key = { appId: app.id, sessionId: session.sessionId, thumbprint };
  await sessions.lock(tx, session);
  const isOfLogin = await isFirstKey(tx, key);
  const loginAtMs = isOfLogin ? await sessions.consumeLogin(tx, session, sinceMs) : null;
  if (loginAtMs === null && (await isKeyOpened(tx, key, sinceMs))) return;
  const act = { purpose: 'release', key: thumbprint } as const;
  const openedAtMs = loginAtMs ?? (await sessions.consumeConfirmation(tx, session, act))?.atMs;
  if (openedAtMs === undefined || openedAtMs < sinceMs) failLate(thumbprint);
  await setKeyOpened(tx, key, openedAtMs);
}

/** Earliest time (Unix ms) of a proof that still counts. */
const openedSince = ({ clock }: CustodyDeps['world'], app: CustodyCaller['app']) =>
  clock.now() - app.settings.new_device_max_age * 1000;

/** True if a proof that still counts was spent on the caller's key. */
export async function isKeyOpenedFor(
  db: Db,
  { world }: Pick<CustodyDeps, 'world'>,
  { app, session, thumbprint }: Pick<CustodyCaller, 'app' | 'session' | 'thumbprint'>,
): Promise<boolean> {
  const key = { appId: app.id, sessionId: session.sessionId, thumbprint };
  return isKeyOpened(db, key, openedSince(world, app));
}

/** Refuses a key that lacks a proof. The error names the key. */
export function failLate(thumbprint: string): never {
  fail('recent_login_required', { details: { key: thumbprint } });
}

/**
 * Refuses a release without a code, which the user types into the frame's own page. A malicious host page sees logins
 * and confirmations and could use them for a key of its own.
 */
export function failUnopened(thumbprint: string): never {
  fail('recent_login_required', { details: { key: thumbprint, confirm_in: 'wallet' } });
}
