import { type AuditEntry, auditRoutes, fail } from '@latchkey/wire';
import { type Caller, implement } from '../http/index.ts';
import type { World } from '../world.ts';
import { operatorLog } from './actors.ts';
import { createEntries } from './entry.ts';
import type { Audit } from './index.ts';
import { createRetention } from './retention.ts';
import { createSealer } from './seal.ts';
import { addEvent, countEvents, createAuditStore, type StoredEvent } from './store.ts';

const mostListed = 1_000;
const usuallyListed = 100;

export function createAudit(world: World): Audit {
  const store = createAuditStore(world.database);
  const toRow = createEntries(world);
  const seal = createSealer(world, store);

  async function answerList(appId: string, { request }: Caller) {
    const query = new URLSearchParams(request.query);
    const after = wholeNumber(query, 'after', { usual: 0, least: 0, most: Number.MAX_SAFE_INTEGER });
    const limit = wholeNumber(query, 'limit', { usual: usuallyListed, least: 1, most: mostListed });
    return { events: (await store.list(appId, after, limit)).map(toEntry) };
  }

  return {
    async record(tx, appId, event) {
      const row = toRow(appId, event);
      await addEvent(tx, row);
      return row.eventId;
    },

    entry(appId, event) {
      const row = toRow(appId, event);
      return JSON.stringify({
        event_id: row.eventId,
        kind: row.kind,
        user_id: row.userId,
        session_id: row.sessionId,
        actor_type: row.actorType,
        actor_id: row.actorId,
        subject: row.subject,
        details: row.details,
        at_ms: row.atMs,
      });
    },

    count: countEvents,
    list: store.list,
    listOfUser: (user) => store.listOfUser(user, 1_000),
    head: async (appId) => (await store.findEnd(appId))?.sequence ?? 0,
    seal,
    jobs: [{ name: 'seal', everyMs: 1_000, run: seal }],
    sweep: createRetention(world, store),

    routes: [
      implement(auditRoutes.list, ({ params, caller }) => answerList(params.id ?? '', caller)),
      implement(auditRoutes.listOperator, ({ caller }) => answerList(operatorLog, caller)),
    ],
  };
}

/** @throws ServiceError `invalid_data` for a value that is no whole number in range, or for several values */
function wholeNumber(
  query: URLSearchParams,
  name: string,
  { usual, least, most }: { usual: number; least: number; most: number },
): number {
  const values = query.getAll(name);
  const [text = String(usual)] = values;
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (values.length > 1 || !(value >= least && value <= most)) {
    fail('invalid_data', { message: `${name}: must be one whole number from ${least} to ${most}` });
  }
  return value;
}

function toEntry(event: StoredEvent): AuditEntry {
  return {
    id: event.eventId,
    sequence: event.sequence,
    kind: event.kind,
    user_id: event.userId,
    session_id: event.sessionId,
    actor: { type: event.actorType, id: event.actorId },
    subject: event.subject,
    details: { ...event.details },
    at: event.atMs,
    hash: Buffer.from(event.hash).toString('hex'),
  };
}
