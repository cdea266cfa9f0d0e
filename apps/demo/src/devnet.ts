import { pageConfig } from './pageConfig.ts';

const { chainUrl, secondChainUrl } = pageConfig;
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 };

/** Chain of the wallets: the first of the two that `npm start` runs. */
export const devnet = {
  id: 31337,
  name: 'Latchkey devnet',
  nativeCurrency: ether,
  rpcUrls: { default: { http: [chainUrl] } },
  blockExplorers: { default: { name: 'Latchkey devnet', url: chainUrl } },
};

/** Second network, from which users bring coins. */
export const secondDevnet = {
  id: 31338,
  name: 'Latchkey devnet 2',
  nativeCurrency: ether,
  rpcUrls: { default: { http: [secondChainUrl] } },
  blockExplorers: { default: { name: 'Latchkey devnet 2', url: secondChainUrl } },
};

/** Stand-in for USDC on both networks. */
export const usdc = '0xaE6D85Fd8AA660aad3f5Ac75f91489023CD2A532';

export const relayUrl = new URL('/walletconnect', chainUrl).href.replace('http', 'ws');

export const explorerLink = (hash: string) => `${chainUrl}/tx/${hash}`;

/** Sends 10 test ETH and 100 PLAY to an Ethereum wallet, or 10 test SOL to a Solana wallet. */
export async function requestFromFaucet(address: string): Promise<void> {
  const reply = await fetch(new URL('/faucet', chainUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address }),
  }).catch(() => null);
  if (!reply?.ok) throw new Error('The faucet does not answer. Is npm start still running?');
}
