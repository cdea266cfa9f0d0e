import type { CrossAppAsk } from '@latchkey/core/cross-app-host';

const keyOf = () => `latchkey:ask:${window.location.pathname}`;

/**
 * Keeps an ask for this window: after a reload, and after a visit to a provider of social login, it goes on by its
 * handle. What is asked of the wallet, and the key that seals the result, are not kept.
 */
export function keepAsk(appId: string, ask: CrossAppAsk): void {
  const { sealKey: _, ...rest } = ask;
  attempt(() =>
    window.sessionStorage.setItem(keyOf(), JSON.stringify({ appId, ask: { ...rest, request: null } })),
  );
}

/** The ask of this window for an app; null where there is none. */
export function findKeptAsk(appId: string): CrossAppAsk | null {
  const kept = attempt(() => JSON.parse(window.sessionStorage.getItem(keyOf()) ?? 'null')) as {
    appId: string;
    ask: CrossAppAsk;
  } | null;
  return kept?.appId === appId ? kept.ask : null;
}

export function dropAsk(): void {
  attempt(() => window.sessionStorage.removeItem(keyOf()));
}

/** Storage throws where the browser blocks it: then a reload ends the ask. */
function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}
