import type { HostedRequest } from '@latchkey/core/hosted';

const keyOf = () => `latchkey:request:${window.location.pathname}`;

/**
 * Keeps an ask for this window: after a reload, and after a visit to a provider of social login, it goes on by its
 * handle. What is asked of the wallet, and the key that seals the result, are not kept.
 */
export function keepHostedRequest(appId: string, hostedRequest: HostedRequest): void {
  const { sealKey: _, ...rest } = hostedRequest;
  attempt(() =>
    window.sessionStorage.setItem(
      keyOf(),
      JSON.stringify({ appId, hostedRequest: { ...rest, request: null } }),
    ),
  );
}

/** The ask of this window for an app; null where there is none. */
export function findKeptHostedRequest(appId: string): HostedRequest | null {
  const kept = attempt(() => JSON.parse(window.sessionStorage.getItem(keyOf()) ?? 'null')) as {
    appId: string;
    hostedRequest: HostedRequest;
  } | null;
  return kept?.appId === appId ? kept.hostedRequest : null;
}

export function dropHostedRequest(): void {
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
