import { errorResponse } from '@latchkey/node';
import { latchkey, tokenOf } from '../../../lib/latchkey.js';

/**
 * Checks the caller itself. A handler that relies on the proxy alone is open to everybody as soon as the matcher
 * changes.
 */
export async function GET(request) {
  try {
    const { userId } = await latchkey.verifyAccessToken(tokenOf(request));
    return Response.json({ userId });
  } catch (error) {
    return errorResponse(error);
  }
}
