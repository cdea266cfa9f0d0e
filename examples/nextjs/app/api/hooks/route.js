import { receiveWebhook } from '@latchkey/node';

/** Answers a forged event with 400 by itself. */
export const POST = (request) =>
  receiveWebhook(request, process.env.WEBHOOK_SECRET, ({ event }) => Response.json({ type: event.type }));
