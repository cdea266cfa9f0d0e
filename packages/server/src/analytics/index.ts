/**
 * Stores the events that clients report of their use. An event is answered before it is stored and waits in this
 * process's memory. If more arrive than the database takes, events are dropped; logins are never slowed. Owns table
 * `analytics_events`. Uses the database alone.
 */
import { sendEventRoute } from '@latchkey/wire';
import { randomId } from '../crypto/index.ts';
import { type Implementation, implement } from '../http/index.ts';
import type { Job } from '../jobs.ts';
import type { World } from '../world.ts';
import { addEvents, deleteEvents, type EventRow } from './store.ts';

const keptMs = 30 * 24 * 60 * 60_000;
/** Events that may wait; at 2 kB of payload some megabytes. */
const mostWaiting = 2_000;
const batch = 200;
/**
 * What an app's events may take of the disk in a day, in characters. The route asks for no login: without an end,
 * strangers would fill the disk on which logins are written.
 */
const mostPerDay = 64 * 1024 * 1024;
const dayMs = 24 * 60 * 60_000;

export interface Analytics {
  readonly routes: Implementation[];
  /** Stores what waits, at most a few batches; every second and at the end, never in a request. */
  store(): Promise<void>;
  readonly jobs: readonly Job[];
  /** How many events this process has dropped since it began. */
  countDropped(): number;
  /** Stores what waits, and deletes events that are older than 30 days. */
  sweep(): Promise<void>;
}

/**
 * Makes the analytics room.
 *
 * @param options.mostPerAppAndDay most characters of an app's events that this process stores in a day
 */
export function createAnalytics(
  { clock, database, log, random }: Pick<World, 'clock' | 'database' | 'log' | 'random'>,
  { mostPerAppAndDay = mostPerDay }: { mostPerAppAndDay?: number } = {},
): Analytics {
  let waiting: EventRow[] = [];
  let dropped = 0;
  let droppedInAll = 0;
  let day = 0;
  /** By app; apps are the operator's to make, so that the map has an end. */
  const taken = new Map<string, number>();

  /** Takes what an event weighs from its app's day; false when that is used up. */
  function takeSpace(row: EventRow): boolean {
    const today = Math.floor(row.receivedAtMs / dayMs);
    if (today !== day) taken.clear();
    day = today;
    const weight = JSON.stringify(row).length;
    const before = taken.get(row.appId) ?? 0;
    if (before + weight > mostPerAppAndDay) return false;
    taken.set(row.appId, before + weight);
    return true;
  }

  async function store() {
    const events = waiting;
    waiting = [];
    if (dropped > 0) log.warn({ dropped }, 'analytics events were dropped: more came than are stored');
    dropped = 0;
    // What the database does not take is lost: an event is not worth a queue that outlives its cause.
    for (let at = 0; at < events.length; at += batch) {
      await addEvents(database.db, events.slice(at, at + batch));
    }
  }

  return {
    routes: [
      implement(sendEventRoute, async ({ app, body, caller }) => {
        const row: EventRow = {
          appId: app.id,
          eventId: randomId(random),
          eventName: body.event_name,
          clientId: body.client_id ?? null,
          analyticsId: caller.request.headers.get('privy-ca-id')?.slice(0, 64) || null,
          payload: body.payload ?? null,
          receivedAtMs: clock.now(),
        };
        if (waiting.length >= mostWaiting || !takeSpace(row)) {
          dropped += 1;
          droppedInAll += 1;
          return { success: false };
        }
        waiting.push(row);
        return { success: true };
      }),
    ],

    store,
    jobs: [{ name: 'analytics', everyMs: 1_000, run: store }],
    countDropped: () => droppedInAll,
    sweep: () => store().finally(() => deleteEvents(database.db, clock.now() - keptMs)),
  };
}
