import { createServerClient, isCode } from '@latchkey/node';

const { APP_ID = '', AUTH_URL = '' } = process.env;

export const latchkey = createServerClient({ appId: APP_ID, apiUrl: AUTH_URL });

/** The token of a call: from the page's own `fetch`, or from the cookie that the client keeps on this domain. */
export function tokenOf(request) {
  const shown = request.headers.get('authorization')?.replace(/^Bearer /, '');
  return shown ?? request.cookies.get('privy-token')?.value ?? '';
}

/** What a refused call is answered. */
export function refusal(error) {
  if (!isCode(error)) throw error;
  return Response.json({ code: error.code }, { status: error.status ?? 400 });
}
