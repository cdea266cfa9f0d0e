import type { HostedRequest } from '@latchkey/core/hosted';

const keyOf = () => `latchkey:request:${window.location.pathname}`;

/**
 * Stores a request for this window, which continues with its handle after a reload. The request to the wallet and the
 * key that encrypts the result are not stored.
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

/** Returns this window's request for an app, or null. */
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

/** Returns null if the browser blocks storage, or the stored text is not JSON. */
function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}
