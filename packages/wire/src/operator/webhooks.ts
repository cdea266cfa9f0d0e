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
    /** Without it all types, those of later versions too. */
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
    /** Since when nothing has arrived; null while all is well. */
    failing_since: v.nullable(seconds()),
    disabled_at: v.nullable(seconds()),
    /** `whsec_…`, in the answer that creates the endpoint only. */
    secret: v.optional(v.string()),
  });
export type Webhook = OutputOf<typeof webhookSchema>;
export const webhookSecretSchema = () =>
  v.object({
    /** `whsec_…` */
    secret: v.string(),
    /** Until when events carry a signature by the old one too. */
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
    /** `given_up` after the last try; `dropped` when the user was deleted before it could be sent. */
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

/** The operator's routes for the endpoints of an app's back end. */
export const webhookRoutes = {
  create: /* @__PURE__ */ route<WebhookBody, Webhook>({
    name: 'webhooks.create',
    method: 'POST',
    path: all,
    auth: 'admin',
    retry: 'never',
    codes,
    summary: 'Registers an endpoint; the secret that signs its events is in this answer only.',
  }),
  list: /* @__PURE__ */ route<undefined, WebhookList>({
    name: 'webhooks.list',
    method: 'GET',
    path: all,
    auth: 'admin',
    retry: 'safe',
    codes,
    summary: 'The endpoints of an app.',
  }),
  update: /* @__PURE__ */ route<WebhookChangeBody, Webhook>({
    name: 'webhooks.update',
    method: 'PATCH',
    path: one,
    auth: 'admin',
    retry: 'never',
    codes: codesOfOne,
    summary:
      'Changes the events that an endpoint gets, or turns it off and on; on, it goes on with new events.',
  }),
  rotateSecret: /* @__PURE__ */ route<undefined, WebhookSecret>({
    name: 'webhooks.rotateSecret',
    method: 'POST',
    path: `${one}/secret`,
    auth: 'admin',
    retry: 'never',
    codes: codesOfOne,
    summary: 'Gives an endpoint a new secret, in this answer only; the old one signs beside it for a day.',
  }),
  remove: /* @__PURE__ */ route<undefined, WebhookRemoved>({
    name: 'webhooks.remove',
    method: 'DELETE',
    path: one,
    auth: 'admin',
    retry: 'never',
    codes: codesOfOne,
    summary: 'Removes an endpoint with its deliveries.',
  }),
  test: /* @__PURE__ */ route<undefined, WebhookDelivery>({
    name: 'webhooks.test',
    method: 'POST',
    path: `${one}/test`,
    auth: 'admin',
    retry: 'never',
    codes: codesOfOne,
    summary: 'Sends a test event to an endpoint.',
  }),
  deliveries: /* @__PURE__ */ route<undefined, WebhookDeliveryList>({
    name: 'webhooks.deliveries',
    method: 'GET',
    path: `${one}/deliveries`,
    auth: 'admin',
    retry: 'safe',
    codes: codesOfOne,
    summary: 'The newest 100 deliveries of an endpoint, with what became of them.',
  }),
  redeliver: /* @__PURE__ */ route<undefined, WebhookDelivery>({
    name: 'webhooks.redeliver',
    method: 'POST',
    path: `${one}/deliveries/{event_id}/redeliver`,
    auth: 'admin',
    retry: 'never',
    codes: codesOfOne,
    summary: 'Sends an event again, under its id, with a full set of tries.',
  }),
} as const;

/** Webhooks. */
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
