/**
 * The analytics room: events that clients tell of their use. Owns table `analytics_events`. An event is answered before
 * it is stored and waits in this process's memory; where more come than the database takes, events are dropped, never
 * logins slowed. It asks the database alone.
 */
import { sendEventRoute } from '@latchkey/wire';
import { randomId } from '../crypto/index.ts';
import { type Implementation, implement } from '../http/index.ts';
import type { World } from '../world.ts';
import { addEvents, deleteEvents, type EventRow } from './store.ts';

const keptMs = 30 * 24 * 60 * 60_000;
/** Events that may wait; at 2 kB of payload some megabytes. */
const mostWaiting = 2_000;
const batch = 200;

export interface Analytics {
  readonly routes: Implementation[];
  /** Stores what waits, at most a few batches; every second and at the end, never in a request. */
  store(): Promise<void>;
  /** Deletes events that are older than 30 days. */
  sweep(): Promise<void>;
}

/** Makes the analytics room. */
export function createAnalytics({ clock, database, log, random }: World): Analytics {
  let waiting: EventRow[] = [];
  let dropped = 0;

  return {
    routes: [
      implement(sendEventRoute, async ({ app, body, caller }) => {
        if (waiting.length >= mostWaiting) {
          dropped += 1;
          return { success: false };
        }
        waiting.push({
          appId: app.id,
          eventId: randomId(random),
          eventName: body.event_name,
          clientId: body.client_id ?? null,
          analyticsId: caller.request.headers.get('privy-ca-id')?.slice(0, 64) || null,
          payload: body.payload ?? null,
          receivedAtMs: clock.now(),
        });
        return { success: true };
      }),
    ],

    async store() {
      const taken = waiting;
      waiting = [];
      if (dropped > 0) log.warn({ dropped }, 'analytics events were dropped: more came than could be stored');
      dropped = 0;
      // What the database does not take is lost: an event is not worth a queue that outlives its cause.
      for (let at = 0; at < taken.length; at += batch) {
        await addEvents(database.db, taken.slice(at, at + batch));
      }
    },

    sweep: () => deleteEvents(database.db, clock.now() - keptMs),
  };
}
