import * as v from 'valibot';
import { auditKinds } from '../operator/audit.ts';
import type { WebhookType } from '../operator/webhooks.ts';

const webhookTypes = Object.values(auditKinds)
  .map(({ sentAs }) => sentAs)
  .filter((type): type is WebhookType => type !== null);

const seconds = () => v.pipe(v.number(), v.integer());
const types = () => v.pipe(v.array(v.picklist(webhookTypes)), v.minLength(1), v.maxLength(50));

export const webhookBodySchema = v.strictObject({
  url: v.pipe(v.string(), v.maxLength(2_048)),
  /** Without it all types, those of later versions too. */
  types: v.optional(types()),
});
export type WebhookBody = v.InferInput<typeof webhookBodySchema>;

export const webhookChangeBodySchema = v.strictObject({
  types: v.optional(v.nullable(types())),
  disabled: v.optional(v.boolean()),
});
export type WebhookChangeBody = v.InferInput<typeof webhookChangeBodySchema>;

export const webhookSchema = v.object({
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
export type Webhook = v.InferOutput<typeof webhookSchema>;
export const webhookSecretSchema = v.object({
  /** `whsec_…` */
  secret: v.string(),
  /** Until when events carry a signature by the old one too. */
  old_secret_expires_at: seconds(),
});
export type WebhookSecret = v.InferOutput<typeof webhookSecretSchema>;
export const webhookListSchema = v.object({ webhooks: v.array(webhookSchema) });
export type WebhookList = v.InferOutput<typeof webhookListSchema>;
export const webhookRemovedSchema = v.object({});
export type WebhookRemoved = v.InferOutput<typeof webhookRemovedSchema>;

export const webhookDeliverySchema = v.object({
  event_id: v.string(),
  type: v.string(),
  /** `given_up` after the last try; `dropped` when the user was deleted before it could be sent. */
  state: v.picklist(['pending', 'delivered', 'given_up', 'dropped']),
  tries: v.number(),
  /** What the endpoint last answered, or why there was no answer. */
  last_status: v.nullable(v.number()),
  last_failure: v.nullable(v.string()),
  created_at: seconds(),
  next_try_at: v.nullable(seconds()),
  closed_at: v.nullable(seconds()),
});
export type WebhookDelivery = v.InferOutput<typeof webhookDeliverySchema>;
export const webhookDeliveryListSchema = v.object({ deliveries: v.array(webhookDeliverySchema) });
export type WebhookDeliveryList = v.InferOutput<typeof webhookDeliveryListSchema>;
