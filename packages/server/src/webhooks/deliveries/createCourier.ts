import type { Audit } from '../../audit/index.ts';
import type { Sealing } from '../../crypto/index.ts';
import type { Custody } from '../../custody/index.ts';
import type { Fundings } from '../../funding/index.ts';
import { describeError } from '../../http/index.ts';
import type { Outbound } from '../../outbound/index.ts';
import type { Users } from '../../users/index.ts';
import type { World } from '../../world.ts';
import { openSecrets } from '../endpoints/secret.ts';
import { noteFailing, updateEndpoint } from '../endpoints/store.ts';
import { composeEvent, type EventFacts, entropyOf } from '../payload.ts';
import { signatureHeaders } from '../sign.ts';
import type { DeliveryRow, EndpointRow } from '../table.ts';
import { leaseMs, longestFailingMs, nextTryInMs, tryMs } from './schedule.ts';
import { claimDue, type LastResult, listDueEndpoints, noteResult, prepareClose, wakeLanes } from './store.ts';

export interface CourierDeps {
  readonly audit: Audit;
  readonly outbound: Outbound;
  readonly sealing: Sealing;
  readonly users: Users;
  readonly custody: Pick<Custody, 'listWallets'>;
  readonly fundings: Pick<Fundings, 'findPlace'>;
}

export interface Courier {
  /**
   * Starts to serve endpoints with due deliveries that this process is not serving yet, at most `mostEndpoints` in all,
   * without waiting for the end.
   */
  start(): Promise<void>;
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
}

/** Most endpoints that a process serves at once, and most events that it sends to one endpoint at once. */
const mostEndpoints = 50;
const atOnce = 10;
/** More events are claimed when at most this many are in progress, so that one query claims several. */
const refillAt = 5;

/**
 * Creates the courier. Each endpoint is served on its own, so a slow one does not delay the others while fewer than
 * `mostEndpoints` are served.
 */
export function createCourier(world: World, deps: CourierDeps): Courier {
  const { clock, database, log } = world;
  const countTry = (outcome: 'delivered' | 'failed' | 'given_up') =>
    world.metrics.count('latchkey_webhook_tries_total', { outcome });
  const lanes = new Map<string, Promise<void>>();
  const close = prepareClose(database);

  /**
   * Sends until nothing is due or a try failed; further deliveries then wait for the next round. Only the first of a
   * user's ordered deliveries is due, so due ones may be sent at the same time.
   */
  async function serve(endpoint: EndpointRow): Promise<void> {
    const secrets = await openSecrets(deps.sealing, endpoint, clock.now());
    const sending = new Set<Promise<void>>();
    const users = new Set<string>();
    const failures: unknown[] = [];
    let isWell = true;
    const stop = (error: unknown) => {
      isWell = false;
      failures.push(error);
    };
    const begin = (delivery: DeliveryRow) => {
      if (delivery.lane !== null) users.add(delivery.lane);
      const sent = deliver(endpoint, secrets, delivery)
        .then((isDone) => {
          isWell &&= isDone;
        }, stop)
        .finally(() => sending.delete(sent));
      sending.add(sent);
    };
    const claim = async () => {
      const nowMs = clock.now();
      const options = { nowMs, leaseEndsAtMs: nowMs + leaseMs, limit: atOnce - sending.size };
      for (const delivery of await claimDue(database.db, endpoint, options)) begin(delivery);
    };
    for (;;) {
      // A delivery that is answered during the claim makes its user's next one due, but the claim misses that one.
      const isLast = sending.size === 0;
      if (isWell && sending.size <= refillAt) await claim().catch(stop);
      if (sending.size > 0) await Promise.race(sending);
      else if (isLast) break;
    }
    if (failures.length > 0) throw failures[0];
    const { appId, webhookId } = endpoint;
    await wakeLanes(database.db, clock.now(), { appId, webhookId, lanes: [...users] });
  }

  /** Tries once to send a delivery. Returns false if the endpoint failed. */
  async function deliver(
    endpoint: EndpointRow,
    secrets: readonly Uint8Array[],
    delivery: DeliveryRow,
  ): Promise<boolean> {
    const { appId, eventId, facts, type } = delivery;
    const user =
      facts.userId === null ? null : await deps.users.findWireUser({ appId, userId: facts.userId });
    const event = composeEvent(type, facts, {
      user,
      wallets: await findWallets(appId, facts),
      funding: type.startsWith('wallet.funds_') ? await findFunding(appId, facts) : null,
    });
    if (!event) {
      await close(delivery, { state: 'dropped', closedAtMs: clock.now(), ...nothing });
      return true;
    }
    const body = JSON.stringify(event);
    const signed = signatureHeaders(secrets, { id: eventId, atMs: clock.now(), body });
    const headers = { 'content-type': 'application/json', 'user-agent': 'Latchkey-Webhooks/1', ...signed };
    const { answer, failure } = await deps.outbound.send(endpoint.url, {
      method: 'POST',
      headers,
      body,
      maxBytes: 0,
      timeoutMs: tryMs,
      // Only the operator's API creates endpoints.
      isOfOperator: true,
    });
    const last = { lastStatus: answer?.status ?? null, lastFailure: failure };
    if (answer && answer.status >= 200 && answer.status < 300) {
      countTry('delivered');
      await close(delivery, { state: 'delivered', closedAtMs: clock.now(), ...last });
      if (endpoint.failingSinceMs !== null) {
        await updateEndpoint(database.db, endpoint, { failingSinceMs: null });
        endpoint.failingSinceMs = null;
      }
      return true;
    }
    await noteFailure(endpoint, delivery, last);
    return false;
  }

  async function findWallets(appId: string, facts: EventFacts) {
    const entropyUid = entropyOf(facts);
    if (facts.userId === null || entropyUid === null) return [];
    return deps.custody.listWallets({ appId, userId: facts.userId, entropyUid });
  }

  async function findFunding(appId: string, { subject, userId }: EventFacts) {
    if (subject === null || userId === null) return null;
    return deps.fundings.findPlace({ appId, userId, fundingId: subject });
  }

  /** Schedules the next try, or gives the delivery up. Disables an endpoint that has failed for too long or is gone. */
  async function noteFailure(endpoint: EndpointRow, delivery: DeliveryRow, last: LastResult): Promise<void> {
    const nowMs = clock.now();
    const waitMs = nextTryInMs(delivery.tries, world.random);
    countTry(waitMs === null ? 'given_up' : 'failed');
    const next =
      waitMs === null
        ? { state: 'given_up' as const, dueAtMs: null, closedAtMs: nowMs }
        : { state: 'pending' as const, dueAtMs: nowMs + waitMs, closedAtMs: null };
    const { appId, webhookId } = endpoint;
    await database.transaction(async (tx) => {
      // If another process has taken the delivery over, that process's result counts instead.
      if (!(await noteResult(tx, delivery, { ...next, ...last }))) return;
      const sinceMs = await noteFailing(tx, endpoint, nowMs);
      endpoint.failingSinceMs = sinceMs;
      if (sinceMs === null) return; // removed or disabled in the meantime
      // 410 says that the endpoint is gone for good (Standard Webhooks).
      const isOver = waitMs === null && nowMs - sinceMs >= longestFailingMs;
      if (!isOver && last.lastStatus !== 410) return;
      await updateEndpoint(tx, endpoint, { disabledAtMs: nowMs });
      await deps.audit.record(tx, appId, {
        kind: 'webhook.disabled',
        userId: null,
        actor: { type: 'system' },
        subject: webhookId,
      });
    });
  }

  return {
    async start() {
      const options = { nowMs: clock.now(), except: [...lanes.keys()], limit: mostEndpoints - lanes.size };
      if (options.limit <= 0) return;
      for (const endpoint of await listDueEndpoints(database.acrossApps, options)) {
        const { appId, webhookId } = endpoint;
        const lane = serve(endpoint)
          .catch((error: unknown) => {
            // Claimed deliveries are due again when their lease ends.
            log.error(
              { app: appId, webhook: webhookId, error: describeError(error) },
              'webhooks were not sent',
            );
          })
          .finally(() => lanes.delete(webhookId));
        lanes.set(webhookId, lane);
      }
    },

    async idle() {
      while (lanes.size > 0) await Promise.all(lanes.values());
    },
  };
}

const nothing: LastResult = { lastStatus: null, lastFailure: null };
