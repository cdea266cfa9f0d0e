import { auditKinds, type WebhookType } from '@latchkey/wire';
import type { Audit, StoredEvent } from '../../audit/index.ts';
import type { World } from '../../world.ts';
import { type Follower, listFollowers, moveOn } from '../endpoints/store.ts';
import { addDeliveries, wakeLanes } from './store.ts';

const batch = 500;

interface Place extends Pick<Follower, 'appId' | 'followedSequence'> {
  readonly followers: Follower[];
}

/**
 * Queues the audit events that are new to each endpoint. An endpoint's position in the log and its new deliveries are
 * written together, so no event is lost or queued twice, even after a crash or by two processes at once. Each
 * endpoint continues from its own position, so one that is behind or fails does not delay the others.
 */
export async function followAudit(world: World, audit: Audit): Promise<void> {
  // Endpoints at the same position share one read of the log.
  const places = new Map<string, Place>();
  for (const follower of await listFollowers(world.database.acrossApps)) {
    const { appId, followedSequence } = follower;
    const key = `${appId} ${followedSequence}`;
    const place = places.get(key) ?? { appId, followedSequence, followers: [] };
    place.followers.push(follower);
    places.set(key, place);
  }
  const failures: unknown[] = [];
  const note = (error: unknown) => failures.push(error);
  for (const place of places.values()) await followFrom(place).catch(note);
  if (failures.length > 0) throw failures[0];

  async function followFrom({ appId, followedSequence, followers }: Place): Promise<void> {
    const events = await audit.list(appId, followedSequence, batch);
    if (events.length === 0) return;
    for (const follower of followers) await queue(world, follower, events).catch(note);
  }
}

async function queue({ clock, database }: World, follower: Follower, events: StoredEvent[]): Promise<void> {
  const { appId, webhookId, types, followedSequence } = follower;
  const last = events.at(-1)?.sequence ?? followedSequence;
  const nowMs = clock.now();
  const rows = events.flatMap((event) => {
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

/** Returns the type under which an endpoint receives an event, or null if it does not. */
function typeOf({ kind }: StoredEvent, wanted: readonly WebhookType[] | null): WebhookType | null {
  const { sentAs } = auditKinds[kind as keyof typeof auditKinds] ?? { sentAs: null };
  return sentAs !== null && (wanted === null || wanted.includes(sentAs)) ? sentAs : null;
}
