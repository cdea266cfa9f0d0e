import { receiveWebhook } from '@latchkey/node';

/** Answers a forged event with 400. */
export const POST = (request) =>
  receiveWebhook(request, process.env.WEBHOOK_SECRET, ({ event }) => Response.json({ type: event.type }));
