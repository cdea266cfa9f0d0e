import * as v from 'valibot';
import { feature } from '../feature.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';
import { auditKinds } from './audit.ts';
import type { WebhookType } from './webhookEvents.ts';

const codes = ['missing_or_invalid_token', 'app_not_found'] as const;
const codesOfOne = [...codes, 'webhook_not_found'] as const;
const all = '/api/v1/admin/apps/{id}/webhooks';
const one = `${all}/{webhook_id}`;

const webhookTypes = Object.values(auditKinds)
  .map(({ sentAs }) => sentAs)
  .filter((type): type is WebhookType => type !== null);

const seconds = () => v.pipe(v.number(), v.integer());
const types = () => v.pipe(v.array(v.picklist(webhookTypes)), v.minLength(1), v.maxLength(50));

export const webhookBodySchema = () =>
  v.strictObject({
    url: v.pipe(v.string(), v.maxLength(2_048)),
    /** Absent: all types, including those of later versions. */
    types: v.optional(types()),
  });
export type WebhookBody = InputOf<typeof webhookBodySchema>;

export const webhookChangeBodySchema = () =>
  v.strictObject({
    types: v.optional(v.nullable(types())),
    disabled: v.optional(v.boolean()),
  });
export type WebhookChangeBody = InputOf<typeof webhookChangeBodySchema>;

export const webhookSchema = () =>
  v.object({
    id: v.string(),
    url: v.string(),
    types: v.nullable(v.array(v.picklist(webhookTypes))),
    created_at: seconds(),
    /**
     * Time of the first failed try since the last success, or since the endpoint was turned on again; null if none has
     * failed.
     */
    failing_since: v.nullable(seconds()),
    disabled_at: v.nullable(seconds()),
    /** `whsec_…`, only in the answer that creates the endpoint. */
    secret: v.optional(v.string()),
  });
export type Webhook = OutputOf<typeof webhookSchema>;
export const webhookSecretSchema = () =>
  v.object({
    /** `whsec_…` */
    secret: v.string(),
    /** Time until which events are signed with the old secret, too. */
    old_secret_expires_at: seconds(),
  });
export type WebhookSecret = OutputOf<typeof webhookSecretSchema>;
export const webhookListSchema = () => v.object({ webhooks: v.array(webhookSchema()) });
export type WebhookList = OutputOf<typeof webhookListSchema>;
export const webhookRemovedSchema = () => v.object({});
export type WebhookRemoved = OutputOf<typeof webhookRemovedSchema>;

export const webhookDeliverySchema = () =>
  v.object({
    event_id: v.string(),
    type: v.string(),
    /** `given_up` after the last try; `dropped` if the user, wallet or purchase of the event no longer exists. */
    state: v.picklist(['pending', 'delivered', 'given_up', 'dropped']),
    tries: v.number(),
    /** Last answer of the endpoint, or the reason why there was none. */
    last_status: v.nullable(v.number()),
    last_failure: v.nullable(v.string()),
    created_at: seconds(),
    next_try_at: v.nullable(seconds()),
    closed_at: v.nullable(seconds()),
  });
export type WebhookDelivery = OutputOf<typeof webhookDeliverySchema>;
export const webhookDeliveryListSchema = () => v.object({ deliveries: v.array(webhookDeliverySchema()) });
export type WebhookDeliveryList = OutputOf<typeof webhookDeliveryListSchema>;

/** Operator's routes for the endpoints of an app's back end. */
export const webhookRoutes = {
  create: /* @__PURE__ */ route<WebhookBody, Webhook>({
    name: 'webhooks.create',
    method: 'POST',
    path: all,
    auth: 'operator',
    role: 'admin',
    retry: 'never',
    codes: [...codes, 'insufficient_role'],
    summary: 'Registers an endpoint. Only this answer contains the secret that signs its events.',
  }),
  list: /* @__PURE__ */ route<undefined, WebhookList>({
    name: 'webhooks.list',
    method: 'GET',
    path: all,
    auth: 'operator',
    role: 'viewer',
    retry: 'safe',
    codes,
    summary: 'Lists the endpoints of an app.',
  }),
  update: /* @__PURE__ */ route<WebhookChangeBody, Webhook>({
    name: 'webhooks.update',
    method: 'PATCH',
    path: one,
    auth: 'operator',
    role: 'admin',
    retry: 'never',
    codes: [...codesOfOne, 'insufficient_role'],
    summary:
      'Changes the events that an endpoint receives, or turns it off or on. If turned on again, it receives at once what was still queued, and then new events, but nothing that happened while it was off.',
  }),
  rotateSecret: /* @__PURE__ */ route<undefined, WebhookSecret>({
    name: 'webhooks.rotateSecret',
    method: 'POST',
    path: `${one}/secret`,
    auth: 'operator',
    role: 'admin',
    retry: 'never',
    codes: [...codesOfOne, 'insufficient_role'],
    summary:
      'Creates a new secret for an endpoint. Only this answer contains it. For a day, the old secret also signs events.',
  }),
  remove: /* @__PURE__ */ route<undefined, WebhookRemoved>({
    name: 'webhooks.remove',
    method: 'DELETE',
    path: one,
    auth: 'operator',
    role: 'admin',
    retry: 'never',
    codes: [...codesOfOne, 'insufficient_role'],
    summary: 'Removes an endpoint with its deliveries.',
  }),
  test: /* @__PURE__ */ route<undefined, WebhookDelivery>({
    name: 'webhooks.test',
    method: 'POST',
    path: `${one}/test`,
    auth: 'operator',
    role: 'support',
    retry: 'never',
    codes: [...codesOfOne, 'insufficient_role'],
    summary: 'Sends a test event to an endpoint.',
  }),
  deliveries: /* @__PURE__ */ route<undefined, WebhookDeliveryList>({
    name: 'webhooks.deliveries',
    method: 'GET',
    path: `${one}/deliveries`,
    auth: 'operator',
    role: 'viewer',
    retry: 'safe',
    codes: codesOfOne,
    summary: 'Lists the newest 100 deliveries of an endpoint, with their results.',
  }),
  redeliver: /* @__PURE__ */ route<undefined, WebhookDelivery>({
    name: 'webhooks.redeliver',
    method: 'POST',
    path: `${one}/deliveries/{event_id}/redeliver`,
    auth: 'operator',
    role: 'support',
    retry: 'never',
    codes: [...codesOfOne, 'insufficient_role'],
    summary: 'Sends an event again, with the same id and the full number of attempts.',
  }),
} as const;

export const webhooksFeature = () =>
  feature('webhooks', webhookRoutes, {
    create: { body: webhookBodySchema(), reply: webhookSchema() },
    list: { body: null, reply: webhookListSchema() },
    update: { body: webhookChangeBodySchema(), reply: webhookSchema() },
    rotateSecret: { body: null, reply: webhookSecretSchema() },
    remove: { body: null, reply: webhookRemovedSchema() },
    test: { body: null, reply: webhookDeliverySchema() },
    deliveries: { body: null, reply: webhookDeliveryListSchema() },
    redeliver: { body: null, reply: webhookDeliverySchema() },
  });
