import { type Webhook, type WebhookDelivery, webhookRoutes } from '@latchkey/wire';
import { serviceCommand } from '../api/index.ts';

const stateOf = ({ disabled_at, failing_since }: Webhook): string => {
  if (disabled_at !== null) return 'off';
  return failing_since === null ? 'ok' : `failing since ${new Date(failing_since * 1_000).toISOString()}`;
};

const describeDelivery = ({ event_id, last_failure, last_status, state, type }: WebhookDelivery): string =>
  [event_id, type, state, last_status ?? last_failure ?? ''].join('  ').trim();

export const webhooksList = serviceCommand(
  {
    words: 'webhooks list',
    about: 'Lists the webhooks of an app and their state.',
    arguments: ['app_id'],
    role: 'viewer',
  },
  async ({ call }, { arguments: { app_id: id } }) => {
    const reply = await call(webhookRoutes.list, { params: { id } });
    const lines = reply.webhooks.map((one) => `${one.id}  ${one.url}  ${stateOf(one)}`);
    return { json: reply, text: lines.join('\n') || 'The app has no webhooks.' };
  },
);

export const webhooksTest = serviceCommand(
  {
    words: 'webhooks test',
    about: 'Sends a test event to a webhook, and prints the result of its first attempt if there is one.',
    arguments: ['app_id', 'webhook_id'],
    role: 'support',
  },
  async ({ call }, { arguments: { app_id: id, webhook_id } }) => {
    const delivery = await call(webhookRoutes.test, { params: { id, webhook_id } });
    return { json: delivery, text: describeDelivery(delivery) };
  },
);

export const webhooksRotateSecret = serviceCommand(
  {
    words: 'webhooks rotate-secret',
    about:
      'Makes a new secret for a webhook, and prints it. It is not shown again. For a day, the old one signs events too.',
    arguments: ['app_id', 'webhook_id'],
    role: 'admin',
  },
  async ({ call }, { arguments: { app_id: id, webhook_id } }) => {
    const reply = await call(webhookRoutes.rotateSecret, { params: { id, webhook_id } });
    return { json: reply, text: reply.secret };
  },
);

export const webhooksRedeliver = serviceCommand(
  {
    words: 'webhooks redeliver',
    about: 'Sends an event again, with the same id.',
    arguments: ['app_id', 'webhook_id', 'event_id'],
    role: 'support',
  },
  async ({ call }, { arguments: { app_id: id, webhook_id, event_id } }) => {
    const delivery = await call(webhookRoutes.redeliver, { params: { id, webhook_id, event_id } });
    return { json: delivery, text: describeDelivery(delivery) };
  },
);
