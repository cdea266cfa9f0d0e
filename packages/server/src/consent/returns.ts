/** Neither kept nor framed, and the window that opened the popup stays its opener. */
const headers = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'unsafe-none',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * Sends a person who comes back from a third party on to the page that they left for it.
 *
 * @param isPosted whether they came by a form, which must not be posted again there (RFC 9110 §15.4.4)
 */
export function sentOn(location: string, isPosted = false): Response {
  return new Response(null, { status: isPosted ? 303 : 302, headers: { ...headers, location } });
}

/** For a state that is unknown, used or late: there is no page to send the person to. */
export function lostPage(): Response {
  const page =
    '<!doctype html><html lang="en"><title>This page has expired</title><p>This page has expired or was already used. Close it and try again.</p></html>\n';
  return new Response(page, {
    status: 400,
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
  });
}
