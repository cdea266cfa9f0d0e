import { fail, limits } from '@latchkey/wire';
import type { Incoming } from '../exchange.ts';

const json = /^application\/json\s*(?:;|$)/i;

/**
 * Reads a request's body. Any web page could post a form or plain text without a preflight, so the content type must
 * be JSON (S26).
 *
 * @returns the exact text
 * @throws ServiceError `unsupported_media_type`, `request_too_large`, `invalid_data` if the body is incomplete
 */
export async function readBody({ headers, readText }: Incoming): Promise<string> {
  if (!json.test(headers.get('content-type') ?? '')) fail('unsupported_media_type');
  // A body whose declared length is too long is not read at all.
  if (Number(headers.get('content-length')) > limits.bodyBytes) fail('request_too_large');
  return readText();
}
