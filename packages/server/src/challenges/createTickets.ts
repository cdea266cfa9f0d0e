import { type Sealing, sha256 } from '../crypto/index.ts';
import type { World } from '../world.ts';
import type { TicketKey, Tickets } from './index.ts';
import { createTicketStore } from './store.ts';

const secretBytes = 32;

type RowKey = { appId: string; kind: string; id: string };
type Row = { userId: string | null; value: Uint8Array; expiresAtMs: number };

/** Binds a value to its ticket: one that an attacker moved to another row of the database does not open there. */
const aadOf = ({ kind, id }: RowKey) => ['ticket', kind, id];
const idOf = (secret: string) => sha256(secret).toString('base64url');

export function createTickets(
  world: World,
  { sealing }: { sealing: Sealing },
): Tickets & { sweep(): Promise<void> } {
  const { clock, database, random } = world;
  const store = createTicketStore(database);
  const keyOf = ({ appId, kind, secret }: TicketKey): RowKey => ({ appId, kind, id: idOf(secret) });
  const seal = (key: RowKey, value: object) =>
    sealing.seal(key.appId, aadOf(key), Buffer.from(JSON.stringify(value)));

  async function open<T>(key: RowKey, row: Row | null) {
    if (!row || row.expiresAtMs <= clock.now()) return null;
    const value = await sealing.open(key.appId, aadOf(key), row.value);
    return { userId: row.userId, value: JSON.parse(Buffer.from(value).toString('utf8')) as T };
  }

  return {
    async issue({ appId, kind, userId = null, lifeMs, value, secret: given }) {
      const secret = given ?? Buffer.from(random.bytes(secretBytes)).toString('base64url');
      const key = keyOf({ appId, kind, secret });
      const sealed = await seal(key, value);
      await store.add({ userId, value: sealed, expiresAtMs: clock.now() + lifeMs, ...key });
      return secret;
    },

    async consume<T>(given: TicketKey) {
      const key = keyOf(given);
      // Deletes the row before it is checked. Of two simultaneous requests one gets it, and an expired ticket is used
      // up too.
      return open<T>(key, await store.take(key));
    },

    async find<T>(given: TicketKey) {
      const key = keyOf(given);
      return open<T>(key, await store.find(key));
    },

    async replace(given, value) {
      const key = keyOf(given);
      await store.replace(key, await seal(key, value));
    },

    forget: store.forget,
    sweep: () => store.sweep(clock.now()),
  };
}
