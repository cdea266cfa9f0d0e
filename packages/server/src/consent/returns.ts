/** Neither kept nor framed, and the window that opened the popup stays its opener. */
const headers = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'unsafe-none',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/**
 * Sends a person who comes back from a third party on to the page that they left for it.
 *
 * @param isPosted whether they came by a form, which must not be posted again there (RFC 9110 §15.4.4)
 */
export function sentOn(location: string, isPosted = false): Response {
  return new Response(null, { status: isPosted ? 303 : 302, headers: { ...headers, location } });
}

/** For a network that sends more people than there can be. */
export const busyPage = (): Response => page(429, 'Too many requests', 'Wait a minute and try again.');

/** For a state that is unknown, used or late: there is no page to send the person to. */
export const lostPage = (): Response =>
  page(400, 'This page has expired', 'This page has expired or was already used. Close it and try again.');

function page(status: number, title: string, text: string): Response {
  return new Response(`<!doctype html><html lang="en"><title>${title}</title><p>${text}</p></html>\n`, {
    status,
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
  });
}
