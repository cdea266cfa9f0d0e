import { createServerClient } from '@latchkey/node';

/** Made where the module is loaded, also by `next build`, which has no variables: they are checked at the first call. */
export const latchkey = createServerClient({ appId: process.env.APP_ID, apiUrl: process.env.AUTH_URL });

/** The token of a call: from the page's own `fetch`, or from the cookie that the client keeps on this domain. */
export function tokenOf(request) {
  const shown = request.headers.get('authorization')?.replace(/^Bearer /, '');
  return shown ?? request.cookies.get('privy-token')?.value ?? '';
}
