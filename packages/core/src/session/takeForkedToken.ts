import type { Environment } from '../environment.ts';
import type { KeyStore } from '../storage/index.ts';

/**
 * Takes `?privy_token=` out of the page's address, before anything else could read it there or send it on, and keeps it
 * for the start (L§2, D further 11).
 */
export function takeForkedToken(page: Environment['window'], storage: KeyStore): void {
  if (!page?.location.search.includes('privy_token=')) return;
  const url = new URL(page.location.href);
  const token = url.searchParams.get('privy_token');
  url.searchParams.delete('privy_token');
  page.history.replaceState(page.history.state, '', url);
  if (token) storage.set('forkedToken', token);
}
