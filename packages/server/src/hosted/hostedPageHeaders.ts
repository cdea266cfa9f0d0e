import { type PageFeature, permissionsPolicy } from '../http/index.ts';
import type { HostedConfig } from './hostedConfig.ts';

/** Browser features that the pages use: copying an address, and passkeys for login and as a second factor. */
const ownFeatures: readonly PageFeature[] = [
  'clipboard-write',
  'publickey-credentials-create',
  'publickey-credentials-get',
];

export function hostedHeaders({ hostedUrl }: HostedConfig): Record<string, string> {
  return {
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    // Sent only over TLS (RFC 6797 §7.2).
    ...(hostedUrl.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }
      : {}),
  };
}

/**
 * Returns the headers of a page. Every app trusts this origin, so an attacker's script in it could act for every user
 * who opens it: only our scripts and Turnstile's run. No page may embed it, because a user could then be tricked into
 * a click. There are no Trusted Types, because the loader of Turnstile sets the URL of a script.
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
    // The page sends its answer to the window that opened it. Any other value would separate the two.
    'cross-origin-opener-policy': 'unsafe-none',
    'permissions-policy': permissionsPolicy(ownFeatures),
  };
}

/** Returns the headers of a script, whose name contains the hash of its content. */
export function scriptHeaders(config: HostedConfig): Record<string, string> {
  return {
    ...hostedHeaders(config),
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    // The policy of a script that runs as a worker. It permits no connections.
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    vary: 'accept-encoding',
  };
}
