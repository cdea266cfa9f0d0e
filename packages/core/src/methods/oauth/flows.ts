import { fail, type OAuthProvider } from '@latchkey/wire';
import type { KeyStore } from '../../storage/index.ts';

/** What a person does at a provider. */
export type OAuthAct = 'link' | 'login';

/** A visit to a provider that is under way. It outlives the page, which the visit leaves. */
export interface OAuthFlow {
  readonly kind: 'popup' | 'redirect';
  readonly act: OAuthAct;
  readonly provider: OAuthProvider;
  readonly stateCode: string;
  readonly codeVerifier: string;
  /** Whose account is linked. */
  readonly userId: string | null;
  readonly disableSignup: boolean;
  /** Whether the host has screens of its own for it. */
  readonly isHeadless: boolean;
  readonly startedAtMs: number;
}

/** Visits that a browser may have under way: one in each tab, and those that were given up. */
const mostFlows = 8;
/** After which no one comes back. */
const longestMs = 60 * 60_000;

/*
 * One list for all tabs, found by state: two tabs that visit a provider at a time do not overwrite each other, and a
 * provider's app may bring the person back in another tab than they left.
 */
function readFlows(storage: KeyStore): OAuthFlow[] {
  try {
    const flows: unknown = JSON.parse(storage.find('oauthFlows') ?? '[]');
    return Array.isArray(flows) ? flows : [];
  } catch {
    return [];
  }
}

/** Keeps a visit. @throws ServiceError `storage_unavailable` where the browser keeps nothing past this page */
export function keepFlow(storage: KeyStore, flow: OAuthFlow): void {
  const others = readFlows(storage).filter(({ startedAtMs }) => flow.startedAtMs - startedAtMs < longestMs);
  storage.set('oauthFlows', JSON.stringify([...others, flow].slice(-mostFlows)));
  if (flow.kind === 'popup' || storage.isLasting('oauthFlows')) return;
  dropFlow(storage, flow);
  fail('storage_unavailable');
}

/** The visit of a state, or null. */
export function findFlow(storage: KeyStore, stateCode: string): OAuthFlow | null {
  return readFlows(storage).find((flow) => flow.stateCode === stateCode) ?? null;
}

/** Forgets a visit: each ends once. */
export function dropFlow(storage: KeyStore, { stateCode }: Pick<OAuthFlow, 'stateCode'>): void {
  const left = readFlows(storage).filter((flow) => flow.stateCode !== stateCode);
  storage.set('oauthFlows', left.length > 0 ? JSON.stringify(left) : null);
}
