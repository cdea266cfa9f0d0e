import { fail, limits } from '@latchkey/wire';

const json = /^application\/json\s*(?:;|$)/i;

/**
 * Reads a request's body, which must be JSON by its content type: a form or plain text could be posted by any web
 * page without a preflight (S26).
 *
 * @returns the exact text
 * @throws ServiceError `unsupported_media_type`, `request_too_large`
 */
export async function readBody(request: Request): Promise<string> {
  const { headers } = request;
  if (!json.test(headers.get('content-type') ?? '')) fail('unsupported_media_type');
  const length = headers.get('content-length');
  if (length === null) return readStream(request);
  // Node.js ends a body at its declared length, so that a short declaration cannot hide a long body.
  if (Number(length) > limits.bodyBytes) fail('request_too_large');
  const text = await request.text();
  if (text.length > limits.bodyBytes) fail('request_too_large');
  return text;
}

async function readStream(request: Request): Promise<string> {
  if (!request.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of request.body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > limits.bodyBytes) fail('request_too_large');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
