import { fail } from '@latchkey/wire';
import type { App } from '../../apps/index.ts';
import type { Session } from '../../sessions/index.ts';
import type { CustodyDeps } from '../deps.ts';
import { addReplaced } from '../recovering/store.ts';
import { deletePasskey } from './store.ts';

/**
 * Deletes a recovery passkey with the service's part. The sweep destroys the sealed set 30 days later, like a recovery
 * set that was replaced.
 *
 * @throws ServiceError the codes of `FreshCheck.check`, `recovery_passkey_not_found`
 */
export async function removeRecoveryPasskey(
  deps: CustodyDeps,
  caller: { app: App; session: Session },
  recoveryId: string,
): Promise<Record<string, never>> {
  const { events, world } = deps;
  const { session } = caller;
  await deps.fresh.check(caller, 'set_recovery');
  const event = { kind: 'wallet.passkey_removed', subject: recoveryId } as const;
  await world.database.transaction(async (tx) => {
    await deps.fresh.spend(tx, caller, 'set_recovery');
    if (!(await deletePasskey(tx, session, recoveryId))) fail('recovery_passkey_not_found');
    const { appId, userId } = session;
    await addReplaced(tx, { appId, recoveryId, userId, replacedAtMs: world.clock.now() });
    await events.record(tx, session, event);
  });
  events.sendNotice(session, event);
  return {};
}
