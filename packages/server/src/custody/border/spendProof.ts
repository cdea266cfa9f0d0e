import { fail } from '@latchkey/wire';
import type { Db } from '../../db/index.ts';
import type { CustodyRooms } from '../rooms.ts';
import type { CustodyCaller } from './admitCustody.ts';
import { isKeyOpened, setKeyOpened } from './store.ts';

/**
 * Admits an automatic release, in the transaction that puts it on record (docs/custody.md, custody routes). Nothing but a
 * proof not older than the app's `new_device_max_age` opens one: that of the login which began the session, for the first
 * key that asks, or a confirmation that names the key. Either is spent on one key, so that the owner's does not open the
 * wallet to a thief of the token. The same key may ask again while the proof is recent enough: an answer may have been
 * lost, and who holds the key has had the material.
 *
 * Taken before the entropy is locked, because whatever ends sessions locks them first.
 *
 * @throws ServiceError `recent_login_required` with `details.key`, the key that a confirmation has to name
 */
export async function spendProof(
  tx: Db,
  { sessions, world }: Pick<CustodyRooms, 'sessions' | 'world'>,
  { app, session, thumbprint }: Pick<CustodyCaller, 'app' | 'session' | 'thumbprint'>,
): Promise<void> {
  const mostMs = app.settings.new_device_max_age * 1000;
  if (mostMs === 0) return;
  const sinceMs = world.clock.now() - mostMs;
  const key = { appId: app.id, sessionId: session.sessionId, thumbprint };
  // The login first: it would open to any key, and a confirmation opens to this one alone. Asking locks the session, so
  // that calls of one key, and of several, come one after the other.
  const loginAtMs = await sessions.consumeLogin(tx, session, sinceMs);
  if (loginAtMs === null && (await isKeyOpened(tx, key, sinceMs))) return;
  const act = { purpose: 'release', key: thumbprint } as const;
  const openedAtMs = loginAtMs ?? (await sessions.consumeConfirmation(tx, session, act))?.atMs;
  if (openedAtMs === undefined || openedAtMs < sinceMs) failLate(thumbprint);
  await setKeyOpened(tx, key, openedAtMs);
}

/** Refuses for want of a proof, naming the key that one has to be given for. */
export function failLate(thumbprint: string): never {
  fail('recent_login_required', { details: { key: thumbprint } });
}
