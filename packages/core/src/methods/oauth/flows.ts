import { fail, type OAuthProvider } from '@latchkey/wire';
import type { KeyStore } from '../../storage/index.ts';

/** Purpose of a visit to a provider. */
export type OAuthAct = 'link' | 'login';

/** Visit to a provider in progress. It is stored, because the visit may leave the page. */
export interface OAuthFlow {
  readonly kind: 'popup' | 'redirect';
  readonly act: OAuthAct;
  readonly provider: OAuthProvider;
  readonly stateCode: string;
  readonly codeVerifier: string;
  /** User to whom the account is linked; null for a login. */
  readonly userId: string | null;
  readonly disableSignup: boolean;
  /** True if the modal opens no screen when the user returns. */
  readonly isHeadless: boolean;
  readonly startedAtMs: number;
}

/** Largest number of stored visits in a browser. */
const mostFlows = 8;
/** Time in ms after which a visit is deleted when another one is stored. */
const longestMs = 60 * 60_000;

/* One list for all tabs, searched by state. Two tabs that visit a provider at the same time do not overwrite each
   other's visits. A provider's app may also return the user to another tab than the one they left. */
function readFlows(storage: KeyStore): OAuthFlow[] {
  try {
    const flows: unknown = JSON.parse(storage.find('oauthFlows') ?? '[]');
    return Array.isArray(flows) ? flows : [];
  } catch {
    return [];
  }
}

/**
 * Stores a visit. @throws ServiceError `storage_unavailable` for a redirect, if the browser stores nothing beyond
 * this page
 */
export function keepFlow(storage: KeyStore, flow: OAuthFlow): void {
  const others = readFlows(storage).filter(({ startedAtMs }) => flow.startedAtMs - startedAtMs < longestMs);
  storage.set('oauthFlows', JSON.stringify([...others, flow].slice(-mostFlows)));
  if (flow.kind === 'popup' || storage.isLasting('oauthFlows')) return;
  dropFlow(storage, flow);
  fail('storage_unavailable');
}

export function findFlow(storage: KeyStore, stateCode: string): OAuthFlow | null {
  return readFlows(storage).find((flow) => flow.stateCode === stateCode) ?? null;
}

/** Deletes a visit, because each can be finished only once. */
export function dropFlow(storage: KeyStore, { stateCode }: Pick<OAuthFlow, 'stateCode'>): void {
  const left = readFlows(storage).filter((flow) => flow.stateCode !== stateCode);
  storage.set('oauthFlows', left.length > 0 ? JSON.stringify(left) : null);
}
