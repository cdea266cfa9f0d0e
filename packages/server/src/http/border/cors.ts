import { requestHeaders } from '@latchkey/wire';

/** Request headers that API answers may depend on. */
export const vary = 'Origin, privy-app-id';

/**
 * Returns the headers of an answer that an origin may read with credentials. They never name `*`, because requests
 * carry credentials.
 */
export function corsHeaders(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'retry-after, x-request-id',
  };
}

/** Returns the headers of an answer that the origin may read if the request carried no credentials. */
export function publicCorsHeaders(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'retry-after, x-request-id',
  };
}

/** Further headers of an answer to a preflight, which Chromium caches for two hours at most. */
export const preflightHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE',
  'access-control-allow-headers': requestHeaders.join(', '),
  'access-control-max-age': '7200',
};
