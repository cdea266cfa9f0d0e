import type { AuditKind } from '@latchkey/wire';
import { fail, type Webhook, type WebhookDelivery, webhookRoutes, webhookTestType } from '@latchkey/wire';
import type { Apps } from '../apps/index.ts';
import { type Audit, operatorActor } from '../audit/index.ts';
import { randomId, type Sealing } from '../crypto/index.ts';
import type { Db } from '../db/index.ts';
import { type Caller, type Implementation, implement } from '../http/index.ts';
import { type Outbound, urlProblem } from '../outbound/index.ts';
import type { World } from '../world.ts';
import { addDeliveries, findDelivery, hasten, listDeliveries, reopen } from './deliveries/store.ts';
import { createSecret, secretOverlapMs } from './endpoints/secret.ts';
import {
  addEndpoint,
  countEndpoints,
  deleteEndpoint,
  type EndpointKey,
  findEndpoint,
  listEndpoints,
  replaceSecret,
  updateEndpoint,
} from './endpoints/store.ts';
import { secretText } from './sign.ts';
import type { DeliveryRow, EndpointRow } from './table.ts';

interface RouteDeps {
  readonly apps: Apps;
  readonly audit: Audit;
  readonly outbound: Outbound;
  readonly sealing: Sealing;
}

type Params = Readonly<Record<string, string>>;

const mostEndpoints = 10;
const mostListed = 100;

/** Implements the operator's routes for the endpoints of an app. The request handler has checked the key or token. */
export function webhookImplementations(world: World, deps: RouteDeps): Implementation[] {
  const { clock, database } = world;
  const { db } = database;

  async function keyOf(params: Params): Promise<EndpointKey> {
    const app = (await deps.apps.find(params.id ?? '')) ?? fail('app_not_found');
    return { appId: app.id, webhookId: params.webhook_id ?? '' };
  }
  const getEndpoint = async (key: EndpointKey) => (await findEndpoint(db, key)) ?? fail('webhook_not_found');
  const note = (tx: Db, key: EndpointKey, kind: AuditKind, { operator }: Caller) =>
    deps.audit.record(tx, key.appId, {
      kind,
      userId: null,
      actor: operatorActor(operator),
      subject: key.webhookId,
    });

  return [
    implement(webhookRoutes.create, async ({ body, caller, params }) => {
      const { appId } = await keyOf(params);
      const problem = urlProblem(body.url, deps.outbound.rule, deps.outbound.allow);
      if (problem) refuse('url', problem);
      const key = { appId, webhookId: `wh_${randomId(world.random)}` };
      const { secret, sealed } = await createSecret(world, deps.sealing, key);
      const followedSequence = await deps.audit.head(appId);
      const times = { createdAtMs: clock.now() };
      const row = {
        ...key,
        url: body.url,
        types: body.types ?? null,
        secret: sealed,
        followedSequence,
        ...times,
      };
      const added = await database.transaction(async (tx) => {
        if ((await countEndpoints(tx, appId)) >= mostEndpoints)
          refuse('url', `is one too many: an app has at most ${mostEndpoints}`);
        await note(tx, key, 'webhook.created', caller);
        return addEndpoint(tx, row);
      });
      return { ...toWebhook(added), secret: secretText(secret) };
    }),

    implement(webhookRoutes.list, async ({ params }) => ({
      webhooks: (await listEndpoints(db, (await keyOf(params)).appId)).map(toWebhook),
    })),

    implement(webhookRoutes.update, async ({ body, caller, params }) => {
      const key = await keyOf(params);
      const endpoint = await getEndpoint(key);
      const isTurnedOn = body.disabled === false && endpoint.disabledAtMs !== null;
      // Skips the sealed events that were not queued for the endpoint. Deliveries that are still queued from before are
      // sent now.
      const turnedOn = isTurnedOn && {
        disabledAtMs: null,
        failingSinceMs: null,
        followedSequence: await deps.audit.head(key.appId),
      };
      const turnedOff = body.disabled === true && { disabledAtMs: endpoint.disabledAtMs ?? clock.now() };
      const types = body.types !== undefined && { types: body.types };
      const changed = await database.transaction(async (tx) => {
        await note(tx, key, 'webhook.updated', caller);
        if (isTurnedOn) await hasten(tx, key, clock.now());
        return updateEndpoint(tx, key, { url: endpoint.url, ...turnedOn, ...turnedOff, ...types });
      });
      return toWebhook(changed ?? fail('webhook_not_found'));
    }),

    implement(webhookRoutes.rotateSecret, async ({ caller, params }) => {
      const key = await keyOf(params);
      const { secret, sealed } = await createSecret(world, deps.sealing, key);
      const oldUntilMs = clock.now() + secretOverlapMs;
      await database.transaction(async (tx) => {
        if (!(await replaceSecret(tx, key, { secret: sealed, oldUntilMs }))) fail('webhook_not_found');
        await note(tx, key, 'webhook.secret_rotated', caller);
      });
      return { secret: secretText(secret), old_secret_expires_at: seconds(oldUntilMs) };
    }),

    implement(webhookRoutes.remove, async ({ caller, params }) => {
      const key = await keyOf(params);
      await database.transaction(async (tx) => {
        if (!(await deleteEndpoint(tx, key))) fail('webhook_not_found');
        await note(tx, key, 'webhook.deleted', caller);
      });
      return {};
    }),

    implement(webhookRoutes.test, async ({ params }) => {
      const key = await keyOf(params);
      await getEndpoint(key);
      const nowMs = clock.now();
      const id = { ...key, eventId: `test_${randomId(world.random)}` };
      const facts = { userId: null, subject: null, details: {}, atMs: nowMs };
      await addDeliveries(db, [{ ...id, type: webhookTestType, facts, createdAtMs: nowMs }]);
      return toDelivery((await findDelivery(db, id)) ?? fail('webhook_not_found'));
    }),

    implement(webhookRoutes.deliveries, async ({ params }) => {
      const key = await keyOf(params);
      await getEndpoint(key);
      return { deliveries: (await listDeliveries(db, key, mostListed)).map(toDelivery) };
    }),

    implement(webhookRoutes.redeliver, async ({ params }) => {
      const key = { ...(await keyOf(params)), eventId: params.event_id ?? '' };
      return toDelivery((await reopen(db, key, clock.now())) ?? fail('webhook_not_found'));
    }),
  ];
}

const seconds = (ms: number) => Math.floor(ms / 1000);
const secondsOrNull = (ms: number | null) => (ms === null ? null : seconds(ms));

function toWebhook(row: EndpointRow): Webhook {
  return {
    id: row.webhookId,
    url: row.url,
    types: row.types,
    created_at: seconds(row.createdAtMs),
    failing_since: secondsOrNull(row.failingSinceMs),
    disabled_at: secondsOrNull(row.disabledAtMs),
  };
}

function toDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    event_id: row.eventId,
    type: row.type,
    state: row.state,
    tries: row.tries,
    last_status: row.lastStatus,
    last_failure: row.lastFailure,
    created_at: seconds(row.createdAtMs),
    next_try_at: secondsOrNull(row.dueAtMs),
    closed_at: secondsOrNull(row.closedAtMs),
  };
}

function refuse(field: string, problem: string): never {
  fail('invalid_data', { message: `${field}: ${problem}`, details: { field, problem } });
}
