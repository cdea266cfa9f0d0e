import { auditKinds, type WebhookType } from '@latchkey/wire';
import type { Audit, StoredEvent } from '../../audit/index.ts';
import type { World } from '../../world.ts';
import { type Follower, listFollowers, moveOn } from '../endpoints/store.ts';
import { addDeliveries, wakeLanes } from './store.ts';

const batch = 500;

/**
 * Queues the events that the audit log has got since each endpoint was last looked at. An endpoint's place in the log
 * and its new deliveries are written together: whatever dies in between, no event is lost or queued twice, and of two
 * processes at it one does nothing.
 */
export async function followAudit(world: World, audit: Audit): Promise<void> {
  const byApp = new Map<string, Follower[]>();
  for (const follower of await listFollowers(world.database.db)) {
    byApp.set(follower.appId, [...(byApp.get(follower.appId) ?? []), follower]);
  }
  const failures: unknown[] = [];
  // One app whose log cannot be read must not keep the others' events here.
  for (const [appId, followers] of byApp) {
    await followApp(appId, followers).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];

  async function followApp(appId: string, followers: readonly Follower[]): Promise<void> {
    const after = Math.min(...followers.map((follower) => follower.followedSequence));
    const events = await audit.list(appId, after, batch);
    if (events.length === 0) return;
    for (const follower of followers) await queue(world, follower, events);
  }
}

async function queue({ clock, database }: World, follower: Follower, events: StoredEvent[]): Promise<void> {
  const { appId, webhookId, types, followedSequence } = follower;
  const last = events.at(-1)?.sequence ?? 0;
  if (last <= followedSequence) return;
  const nowMs = clock.now();
  const rows = events
    .filter(({ sequence }) => sequence > followedSequence)
    .flatMap((event) => {
      const type = typeOf(event, types);
      if (type === null) return [];
      const { eventId, userId, sequence, subject, details, atMs } = event;
      const facts = { userId, subject, details, atMs };
      return [{ appId, webhookId, eventId, type, lane: userId, sequence, facts, createdAtMs: nowMs }];
    });
  const isMine = await database.transaction(async (tx) => {
    if (!(await moveOn(tx, follower, followedSequence, last))) return false;
    await addDeliveries(tx, rows);
    return true;
  });
  const lanes = [...new Set(rows.flatMap(({ lane }) => lane ?? []))];
  if (isMine) await wakeLanes(database.db, nowMs, { appId, webhookId, lanes });
}

/** The type under which an endpoint gets an event, or null when it does not. */
function typeOf({ kind }: StoredEvent, wanted: readonly WebhookType[] | null): WebhookType | null {
  const { sentAs } = auditKinds[kind as keyof typeof auditKinds] ?? { sentAs: null };
  return sentAs !== null && (wanted === null || wanted.includes(sentAs)) ? sentAs : null;
}
