import { type Sealing, sha256 } from '../crypto/index.ts';
import type { Db } from '../db/index.ts';
import type { World } from '../world.ts';
import type { TicketKey, Tickets } from './index.ts';
import { createTicketStore } from './store.ts';

/** Random bytes of a ticket's secret. */
const secretBytes = 32;

/** A value that was moved to another ticket does not open there. */
const aadOf = ({ kind, id }: { kind: string; id: string }) => ['ticket', kind, id];
const idOf = (secret: string) => sha256(secret).toString('base64url');

/** Makes the tickets: secrets that are good once. */
export function createTickets(
  world: World,
  { sealing }: { sealing: Sealing },
): Tickets & { sweep(): Promise<void> } {
  const { clock, database, random } = world;
  const store = createTicketStore(database);
  return {
    async issue({ appId, kind, userId, lifeMs, value }) {
      const secret = Buffer.from(random.bytes(secretBytes)).toString('base64url');
      const key = { appId, kind, id: idOf(secret) };
      const sealed = await sealing.seal(appId, aadOf(key), Buffer.from(JSON.stringify(value)));
      await store.add({ ...key, userId, value: sealed, expiresAtMs: clock.now() + lifeMs });
      return secret;
    },

    async consume<T>({ appId, kind, secret }: TicketKey) {
      const key = { appId, kind, id: idOf(secret) };
      // Taken out before it is looked at: of two that show it at once one gets it, and a late one spends it too.
      const row = await store.take(key);
      if (!row || row.expiresAtMs <= clock.now()) return null;
      const value = await sealing.open(appId, aadOf(key), row.value);
      return { userId: row.userId, value: JSON.parse(Buffer.from(value).toString('utf8')) as T };
    },

    forget: (tx: Db, appId: string, userId: string) => store.forget(tx, appId, userId),
    sweep: () => store.sweep(clock.now()),
  };
}
