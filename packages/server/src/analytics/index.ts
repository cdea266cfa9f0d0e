/**
 * Stores the events that clients report. It replies before it stores an event, which waits in this process's memory. It
 * drops events if too many wait, if an app exceeds its daily limit, or if the database fails. Owns table
 * `analytics_events`. Uses `crypto`, `db` and `http`.
 */
import { sendEventRoute } from '@latchkey/wire';
import { randomId } from '../crypto/index.ts';
import { type Implementation, implement } from '../http/index.ts';
import type { Job } from '../jobs.ts';
import type { World } from '../world.ts';
import { addEvents, deleteEvents, type EventRow } from './store.ts';

const keptMs = 30 * 24 * 60 * 60_000;
const mostWaiting = 2_000;
const batch = 200;
/**
 * Most characters of an app's events that a process accepts per day. The route requires no login, so an attacker could
 * otherwise fill the disk of the database.
 */
const mostPerDay = 64 * 1024 * 1024;
const dayMs = 24 * 60 * 60_000;

export interface Analytics {
  readonly routes: Implementation[];
  /** Stores the waiting events in batches. */
  store(): Promise<void>;
  readonly jobs: readonly Job[];
  /** Returns the number of events that this process has dropped since its start because too many came. */
  countDropped(): number;
  /** Stores waiting events, and deletes events older than 30 days. */
  sweep(): Promise<void>;
}

/**
 * Creates the analytics module.
 *
 * @param options.mostPerAppAndDay most characters of an app's events that this process accepts in a day
 */
export function createAnalytics(
  { clock, database, log, random }: Pick<World, 'clock' | 'database' | 'log' | 'random'>,
  { mostPerAppAndDay = mostPerDay }: { mostPerAppAndDay?: number } = {},
): Analytics {
  let waiting: EventRow[] = [];
  let dropped = 0;
  let droppedInAll = 0;
  let day = 0;
  /** Characters accepted today, by app. Only the operator creates apps, so the map stays small. */
  const taken = new Map<string, number>();

  /** Counts the size of an event against its app's limit for the day. Returns false if the event would exceed it. */
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
    // If a batch fails, it and the later ones are lost. Keeping them would let the queue grow during an outage.
    for (let at = 0; at < events.length; at += batch) {
      await addEvents(database.acrossApps, events.slice(at, at + batch));
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
    sweep: () => store().finally(() => deleteEvents(database.acrossApps, clock.now() - keptMs)),
  };
}
