import { fail, limits } from '@latchkey/wire';
import type { Incoming } from '../exchange.ts';

const json = /^application\/json\s*(?:;|$)/i;

/**
 * Reads a request's body, which must be JSON by its content type: a form or plain text could be posted by any web
 * page without a preflight (S26).
 *
 * @returns the exact text
 * @throws ServiceError `unsupported_media_type`, `request_too_large`, `invalid_data` when it breaks off
 */
export async function readBody({ headers, readText }: Incoming): Promise<string> {
  if (!json.test(headers.get('content-type') ?? '')) fail('unsupported_media_type');
  // What is too long by its own account is not read at all.
  if (Number(headers.get('content-length')) > limits.bodyBytes) fail('request_too_large');
  return readText();
}
