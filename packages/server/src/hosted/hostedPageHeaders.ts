import { type PageFeature, permissionsPolicy } from '../http/index.ts';
import type { HostedConfig } from './hostedConfig.ts';

/** What the pages use themselves: passkeys at login and as a second factor, and an address that is copied. */
const ownFeatures: readonly PageFeature[] = [
  'clipboard-write',
  'publickey-credentials-create',
  'publickey-credentials-get',
];

/** Headers of whatever is answered. */
export function hostedHeaders({ hostedUrl }: HostedConfig): Record<string, string> {
  return {
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    // On addresses with TLS alone (RFC 6797 §7.2).
    ...(hostedUrl.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }
      : {}),
  };
}

/**
 * Headers of a page. Threat: every app trusts this origin, so that a script in it could speak for any user of any app:
 * nothing runs but our files, and no page has it in a frame, where a yes could be clicked unseen.
 *
 * No Trusted Types: the loader of Turnstile sets the address of a script.
 */
export function hostedPageHeaders(config: HostedConfig): Record<string, string> {
  const { chains, production, turnstileUrl, url } = config;
  const nodes = chains.map(({ rpc_url }) => new URL(rpc_url).origin);
  const images = ['https:', 'data:', ...(production ? [] : ['http://localhost:*', 'http://127.0.0.1:*'])];
  return {
    ...hostedHeaders(config),
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self' ${turnstileUrl}`,
      "style-src 'self'",
      `img-src ${images.join(' ')}`,
      `connect-src ${[...new Set([url, ...nodes])].join(' ')}`,
      `frame-src ${url} ${turnstileUrl}`,
      "base-uri 'none'",
      "form-action 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'cache-control': 'no-store',
    // The window that opened the page is told the answer: any other value would part the two.
    'cross-origin-opener-policy': 'unsafe-none',
    'permissions-policy': permissionsPolicy(ownFeatures),
  };
}

/** Headers of a script, whose name holds the hash of its content. */
export function scriptHeaders(config: HostedConfig): Record<string, string> {
  return {
    ...hostedHeaders(config),
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    // What runs as a worker takes its policy from here: it would reach nothing.
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    vary: 'accept-encoding',
  };
}
