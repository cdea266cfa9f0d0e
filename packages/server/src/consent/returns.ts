const headers = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'unsafe-none',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/**
 * Redirects a user: back to the page that they came from, or from another app's page to a hosted one.
 *
 * @param isPosted true if the return was a form, which must not be posted again (RFC 9110 §15.4.4)
 */
export function sentOn(location: string, isPosted = false): Response {
  return new Response(null, { status: isPosted ? 303 : 302, headers: { ...headers, location } });
}

/** Answers a network that sends too many requests. */
export const busyPage = (): Response => page(429, 'Too many requests', 'Wait a minute and try again.');

/** Answers a request with no page to redirect to, such as one with an unknown, used or expired state. */
export const lostPage = (): Response =>
  page(400, 'This page has expired', 'This page has expired or was already used. Close it and try again.');

function page(status: number, title: string, text: string): Response {
  return new Response(`<!doctype html><html lang="en"><title>${title}</title><p>${text}</p></html>\n`, {
    status,
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
  });
}
