import type { Environment } from '../environment.ts';

/**
 * Takes the parameters whose names begin so out of the page's address and its history, before anything else could read them
 * there or send them on (S35).
 */
export function takeParameters(
  page: Environment['window'],
  beginning: string,
): Readonly<Record<string, string>> | null {
  if (!page?.location.search.includes(beginning)) return null;
  const url = new URL(page.location.href);
  const taken = [...url.searchParams].filter(([name]) => name.startsWith(beginning));
  for (const [name] of taken) url.searchParams.delete(name);
  // The service ends an address with an empty fragment in place of one that a provider put there.
  if (url.hash === '') url.hash = '';
  page.history.replaceState(page.history.state, '', url);
  return Object.fromEntries(taken);
}
