import { errorResponse } from '../errorResponse.ts';
import { type ReceivedWebhook, verifyWebhook } from './verifyWebhook.ts';

/**
 * Receives an event in a handler for Fetch requests. Reads and verifies the raw body, and answers 400 itself if
 * `verifyWebhook` refuses the event.
 *
 * @param secret `whsec_…`; during a rotation, all secrets that may be in use
 * @param act handles the event; a `Response` that it returns is the answer, else the answer is 204
 * @throws what `act` or reading the body throws, and `invalid_option` for a secret that is missing or malformed: your
 *   framework's error response makes the service send the event again
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
