import type { App } from '../apps/index.ts';
import { type PageFeature, permissionsPolicy } from '../http/index.ts';
import type { FramePage } from './builtFrame.ts';

/**
 * Matches an origin, also with `*.` before its host or `:*` as its port. Other text could end the directive and begin
 * another one.
 */
const isSource = (origin: string) => /^[a-z][a-z0-9+.-]*:\/\/(\*\.)?[a-z0-9.[\]:-]+?(:\*)?$/i.test(origin);

/** Sources that a page may use in addition to its scripts. Only the vault's policy permits connections. */
const sourcesOf: Record<FramePage, (reachable: readonly string[]) => string[]> = {
  approve: () => [],
  export: () => [],
  passkey: () => [],
  vault: (reachable) => ["worker-src 'self'", ["connect-src 'self'", ...reachable].join(' ')],
};

/** Trusted Types policy that a page may create. The policy of the vault returns the URL of the password worker. */
const trustedTypesOf: Record<FramePage, string> = {
  approve: "'none'",
  export: "'none'",
  passkey: "'none'",
  vault: 'latchkey-password',
};

/**
 * Returns the headers of a page of the frame (docs/custody.md, the frame's border). X-Frame-Options is not sent: it
 * cannot have a list of origins and would contradict `frame-ancestors`.
 *
 * @param ancestors origins that may embed the page; an empty list allows none
 * @param reachable origins besides the service that the vault may call: the clouds that hold recovery secrets
 */
export function framePageHeaders(
  page: FramePage,
  ancestors: readonly string[],
  reachable: readonly string[] = [],
): Record<string, string> {
  // The passkey page is a popup. In a frame, an attacker's page could cover it.
  const isPopup = page === 'passkey';
  const sources = isPopup ? [] : [...new Set(ancestors)].filter(isSource);
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      ...sourcesOf[page](reachable.filter(isSource)),
      "base-uri 'none'",
      "form-action 'none'",
      "object-src 'none'",
      `frame-ancestors ${sources.length > 0 ? sources.join(' ') : "'none'"}`,
      "require-trusted-types-for 'script'",
      `trusted-types ${trustedTypesOf[page]}`,
    ].join('; '),
    'cache-control': 'no-store',
    // Lets cross-origin isolated host pages load the frame.
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'cross-origin',
    // A popup reaches the vault through the page that opened it.
    'cross-origin-opener-policy': isPopup ? 'unsafe-none' : 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': permissionsPolicy(ownFeatures[page]),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}

/**
 * Browser features that a page may use itself. The export page can copy only if its host allows it
 * (`allow="clipboard-write"`).
 */
const ownFeatures: Record<FramePage, readonly PageFeature[]> = {
  approve: [],
  export: ['clipboard-write'],
  passkey: ['publickey-credentials-create', 'publickey-credentials-get'],
  vault: [],
};

/** Headers of a page with a refusal. The policy permits no script and no embedding. */
export const refusalHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/**
 * Returns the origins that may embed an app's frame: the app's own, those that show its mini apps, and the hosted
 * pages'.
 */
export function ancestorsOf(app: App, hostedUrl: string | null): string[] {
  const { allowed_origins, embedding_origins } = app.settings;
  return [...allowed_origins, ...embedding_origins, ...(hostedUrl ? [hostedUrl] : [])];
}
