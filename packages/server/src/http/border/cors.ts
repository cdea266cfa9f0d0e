import { requestHeaders } from '@latchkey/wire';

/** Every API answer depends on these two. */
export const vary = 'Origin, privy-app-id';

/** Headers of the answer to a request from an origin of the app. Never `*`: the request carries credentials. */
export function corsHeaders(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'retry-after, x-request-id',
  };
}

/** Headers of the answer that every origin may read, as long as it sent no credentials. */
export function publicCorsHeaders(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'retry-after, x-request-id',
  };
}

/** What a preflight is told besides. Two hours is the longest that Chromium keeps it. */
export const preflightHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE',
  'access-control-allow-headers': requestHeaders.join(', '),
  'access-control-max-age': '7200',
};
