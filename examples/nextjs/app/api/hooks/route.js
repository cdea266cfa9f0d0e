import { verifyWebhook } from '@latchkey/node';
import { refusal } from '../../../lib/latchkey.js';

const { WEBHOOK_SECRET = '' } = process.env;

export async function POST(request) {
  try {
    const { event } = await verifyWebhook(await request.text(), request.headers, WEBHOOK_SECRET);
    return Response.json({ type: event.type });
  } catch (error) {
    return refusal(error);
  }
}
