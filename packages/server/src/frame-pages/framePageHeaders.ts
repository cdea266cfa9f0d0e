import type { App } from '../apps/index.ts';
import { type PageFeature, permissionsPolicy } from '../http/index.ts';
import type { FramePage } from './builtFrame.ts';

/** An origin, or one with `*.` before it or `:*` behind it: anything else could end the directive and begin another. */
const isSource = (origin: string) => /^[a-z][a-z0-9+.-]*:\/\/(\*\.)?[a-z0-9.[\]:-]+?(:\*)?$/i.test(origin);

/** What a page fetches and runs besides its script. The others ask the vault beside them, and no server. */
const sourcesOf: Record<FramePage, (reachable: readonly string[]) => string[]> = {
  approve: () => [],
  export: () => [],
  passkey: () => [],
  vault: (reachable) => ["worker-src 'self'", ["connect-src 'self'", ...reachable].join(' ')],
};

/** The one policy of Trusted Types that a page may make. The vault's gives the address of the password worker. */
const trustedTypesOf: Record<FramePage, string> = {
  approve: "'none'",
  export: "'none'",
  passkey: "'none'",
  vault: 'latchkey-password',
};

/**
 * Headers of a page of the frame (docs/custody.md, the frame's border). No X-Frame-Options: it knows no list of origins
 * and would contradict `frame-ancestors`.
 *
 * @param ancestors origins that may have the page in a frame; none means no one
 * @param reachable origins besides the service that the vault may send to: the clouds in which recovery secrets lie
 */
export function framePageHeaders(
  page: FramePage,
  ancestors: readonly string[],
  reachable: readonly string[] = [],
): Record<string, string> {
  // The passkey page is a popup: in a frame another page could lie over it.
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
    // So that hosts that isolate themselves can load the page.
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'cross-origin',
    // A popup that reaches the vault goes by the page that opened it.
    'cross-origin-opener-policy': isPopup ? 'unsafe-none' : 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': permissionsPolicy(ownFeatures[page]),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}

/** What a page of its own may use. The export page copies only where its host passes that on (`allow="clipboard-write"`). */
const ownFeatures: Record<FramePage, readonly PageFeature[]> = {
  approve: [],
  export: ['clipboard-write'],
  passkey: ['publickey-credentials-create', 'publickey-credentials-get'],
  vault: [],
};

/** Headers of a page that only says no: nothing runs in it, no one frames it. */
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

/** Origins that may have an app's frame in a page of theirs: its own, its mini apps' and the hosted pages'. */
export function ancestorsOf(app: App, hostedUrl: string | null): string[] {
  const { allowed_origins, embedding_origins } = app.settings;
  return [...allowed_origins, ...embedding_origins, ...(hostedUrl ? [hostedUrl] : [])];
}
