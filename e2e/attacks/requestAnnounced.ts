/** Result of one request of the malicious script. */
export interface ProviderRequestResult {
  readonly method: string;
  /** The wallet's result, or the code of its refusal. */
  readonly given: unknown;
}

interface Provider {
  request(args: { method: string; params: unknown[] }): Promise<unknown>;
}

declare global {
  interface Window {
    /** Results of the attack, in order. */
    asked: ProviderRequestResult[];
  }
}

/**
 * Acts as a malicious script in the host page, for example a transitive dependency, to which the host never passed
 * the wallet. It finds wallets by the events of EIP-6963, and requests signatures, transactions and a switch of the
 * chain from each. Runs in the host's page.
 *
 * @returns the number of wallets found; their results arrive in `window.asked`
 */
export function requestAnnounced(to: string): number {
  const found = new Set<Provider>();
  window.addEventListener('eip6963:announceProvider', (event) =>
    found.add((event as CustomEvent<{ provider: Provider }>).detail.provider),
  );
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  window.asked = [];

  async function rob({ request }: Provider): Promise<void> {
    const [from] = (await request({ method: 'eth_accounts', params: [] })) as string[];
    const typedData = {
      domain: {},
      primaryType: 'Permit',
      types: { EIP712Domain: [], Permit: [{ name: 'spender', type: 'address' }] },
      message: { spender: to },
    };
    const payment = { from, to, value: '0x1' };
    const requests: [method: string, ...params: unknown[]][] = [
      ['personal_sign', '0x4869', from],
      ['eth_signTypedData_v4', from, JSON.stringify(typedData)],
      ['eth_signTransaction', payment],
      ['eth_sendTransaction', payment],
      ['wallet_sendCalls', { version: '2.0.0', chainId: '0x7a69', calls: [{ to, value: '0x1' }] }],
    ];
    for (const [method, ...params] of requests) {
      const given = await request({ method, params }).catch((error: { code?: unknown }) => error.code);
      window.asked.push({ method, given });
    }
    await request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a6a' }] });
    window.asked.push({ method: 'switched', given: await request({ method: 'eth_chainId', params: [] }) });
  }
  for (const provider of found) void rob(provider);
  return found.size;
}
