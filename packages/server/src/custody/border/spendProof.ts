import { fail } from '@latchkey/wire';
import type { Db } from '../../db/index.ts';
import type { CustodyDeps } from '../deps.ts';
import type { CustodyCaller } from './admitCustody.ts';
import { isFirstKey, isKeyOpened, setKeyOpened } from './store.ts';

/**
 * Admits an automatic release, in the transaction that puts it on record (docs/custody.md, custody routes). Nothing but a
 * proof not older than the app's `new_device_max_age` opens one: the login that began the session, for the session's first
 * proof key, or a confirmation that names the key. Without the first rule a thief with the token of a fresh login and a key
 * of their own would be given the wallet, even beside the browser that has just made it.
 *
 * A proof is spent on one key. That key may ask again while the proof is recent enough: an answer may have been lost, and
 * who holds the key has had the material.
 *
 * Taken before the entropy is locked, because whatever ends sessions locks them first.
 *
 * @throws ServiceError `recent_login_required` with `details.key`, the key that a confirmation has to name
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
  // The login first, because a confirmation can still open to this key when the login is too old.
  const isOfLogin = await isFirstKey(tx, key);
  const loginAtMs = isOfLogin ? await sessions.consumeLogin(tx, session, sinceMs) : null;
  if (loginAtMs === null && (await isKeyOpened(tx, key, sinceMs))) return;
  const act = { purpose: 'release', key: thumbprint } as const;
  const openedAtMs = loginAtMs ?? (await sessions.consumeConfirmation(tx, session, act))?.atMs;
  if (openedAtMs === undefined || openedAtMs < sinceMs) failLate(thumbprint);
  await setKeyOpened(tx, key, openedAtMs);
}

/** The time (Unix ms) from which on a proof counts. */
const openedSince = ({ clock }: CustodyDeps['world'], app: CustodyCaller['app']) =>
  clock.now() - app.settings.new_device_max_age * 1000;

/** Tells whether a proof that counts was spent on the caller's key. */
export async function isKeyOpenedFor(
  db: Db,
  { world }: Pick<CustodyDeps, 'world'>,
  { app, session, thumbprint }: Pick<CustodyCaller, 'app' | 'session' | 'thumbprint'>,
): Promise<boolean> {
  const key = { appId: app.id, sessionId: session.sessionId, thumbprint };
  return isKeyOpened(db, key, openedSince(world, app));
}

/** Refuses for want of a proof, naming the key that one has to be given for. */
export function failLate(thumbprint: string): never {
  fail('recent_login_required', { details: { key: thumbprint } });
}

/** Refuses for want of a code, which the wallet's own page asks for; nothing that a host page sees is a proof here. */
export function failUnopened(thumbprint: string): never {
  fail('recent_login_required', { details: { key: thumbprint, confirm_in: 'wallet' } });
}
