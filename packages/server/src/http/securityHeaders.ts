import type { Config } from '../configShape.ts';

/** Headers of every answer of the service, of its pages too (S27). HSTS only where the address is HTTPS: RFC 6797 §7.2. */
export function serviceHeaders(config: Config): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(config.url.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }
      : {}),
  };
}

/** Headers of every JSON answer: not kept, not framed, not loaded as anything else than by CORS. */
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
