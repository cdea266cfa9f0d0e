import { createServerClient } from '@latchkey/node';

/**
 * Created when the module is loaded, also by `next build`, which has no variables. They are checked at the first
 * call.
 */
export const latchkey = createServerClient({ appId: process.env.APP_ID, apiUrl: process.env.AUTH_URL });

/**
 * Returns the token of a request: from the page's own `fetch`, or from the cookie that the client keeps on this
 * domain.
 */
export function tokenOf(request) {
  const shown = request.headers.get('authorization')?.replace(/^Bearer /, '');
  return shown ?? request.cookies.get('privy-token')?.value ?? '';
}
