import { webhookRoutes } from '../../operator/webhooks.ts';
import { feature } from '../feature.ts';
import {
  webhookBodySchema,
  webhookChangeBodySchema,
  webhookDeliveryListSchema,
  webhookDeliverySchema,
  webhookListSchema,
  webhookRemovedSchema,
  webhookSchema,
  webhookSecretSchema,
} from '../webhooks.ts';

/** Webhooks. */
export const webhooks = /* @__PURE__ */ feature('webhooks', webhookRoutes, {
  create: { body: webhookBodySchema, reply: webhookSchema },
  list: { body: null, reply: webhookListSchema },
  update: { body: webhookChangeBodySchema, reply: webhookSchema },
  rotateSecret: { body: null, reply: webhookSecretSchema },
  remove: { body: null, reply: webhookRemovedSchema },
  test: { body: null, reply: webhookDeliverySchema },
  deliveries: { body: null, reply: webhookDeliveryListSchema },
  redeliver: { body: null, reply: webhookDeliverySchema },
});
