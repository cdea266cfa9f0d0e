import { errorResponse } from '../errorResponse.ts';
import { type ReceivedWebhook, verifyWebhook } from './verifyWebhook.ts';

/**
 * Receives an event where requests and answers are those of the Fetch standard: reads the body as it came, checks it,
 * and answers 400 by itself where it is not from the service.
 *
 * @param secret `whsec_…`; while it is being replaced, all that may be used
 * @param act what to do with the event; the `Response` that it gives is the answer, without one it is 204
 * @throws what `act` throws, and `invalid_option` for a secret that is not set: your framework's answer to it makes the
 *   service send the event again
 * @example export const POST = (request) => receiveWebhook(request, secret, async ({ id, event }) => { … });
 */
export async function receiveWebhook(
  request: Request,
  secret: string | readonly string[] | undefined,
  act: (received: ReceivedWebhook) => unknown,
): Promise<Response> {
  let received: ReceivedWebhook;
  try {
    const body = new Uint8Array(await request.arrayBuffer());
    received = await verifyWebhook(body, request.headers, secret);
  } catch (error) {
    return errorResponse(error);
  }
  const answer = await act(received);
  return answer instanceof Response ? answer : new Response(null, { status: 204 });
}
