import type { Environment } from '../environment.ts';

/**
 * Removes the parameters whose names start with `beginning` from the page's address and history, and returns them.
 * Scripts that report the page's address could otherwise forward them (S35).
 */
export function takeParameters(
  page: Environment['window'],
  beginning: string,
): Readonly<Record<string, string>> | null {
  if (!page?.location.search.includes(beginning)) return null;
  const url = new URL(page.location.href);
  const taken = [...url.searchParams].filter(([name]) => name.startsWith(beginning));
  for (const [name] of taken) url.searchParams.delete(name);
  // The service ends its redirects with an empty fragment, so that browsers drop one that a provider added. This
  // removes the trailing `#`.
  if (url.hash === '') url.hash = '';
  try {
    page.history.replaceState(page.history.state, '', url);
  } catch {
    // A sandboxed page, or one that did so too often, cannot change its address. It must start all the same.
  }
  return Object.fromEntries(taken);
}
