import type { Config } from '../configShape.ts';

/**
 * Returns the headers of the answers and pages of the request handler (S27). HSTS is sent only if the service's address
 * is one of HTTPS (RFC 6797 §7.2).
 */
export function serviceHeaders(config: Config): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(config.url.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }
      : {}),
  };
}

/**
 * Returns the usual headers of a JSON answer, which forbid caching (unless its route sets another `cache-control`),
 * framing, and loading by other origins except with CORS.
 */
export function answerHeaders(config: Config): Record<string, string> {
  return {
    ...serviceHeaders(config),
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
}
