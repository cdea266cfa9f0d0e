import { pageConfig } from './pageConfig.ts';

const { chainUrl, secondChainUrl } = pageConfig;
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 };

/** The chain of `npm start`, which exists on this machine alone. */
export const devnet = {
  id: 31337,
  name: 'Latchkey devnet',
  nativeCurrency: ether,
  rpcUrls: { default: { http: [chainUrl] } },
  blockExplorers: { default: { name: 'Latchkey devnet', url: chainUrl } },
};

/** Another network beside it, from which people bring coins. */
export const secondDevnet = {
  id: 31338,
  name: 'Latchkey devnet 2',
  nativeCurrency: ether,
  rpcUrls: { default: { http: [secondChainUrl] } },
  blockExplorers: { default: { name: 'Latchkey devnet 2', url: secondChainUrl } },
};

/** What stands for USDC on both. Its address is the same at every start. */
export const usdc = '0xaE6D85Fd8AA660aad3f5Ac75f91489023CD2A532';

/** The relay of WalletConnect beside the chain: a pairing from here reaches the phones that ask this one. */
export const relayUrl = new URL('/walletconnect', chainUrl).href.replace('http', 'ws');

/** Where the explorer of the devnet shows a transaction. */
export const explorerLink = (hash: string) => `${chainUrl}/tx/${hash}`;

/** Gives a wallet 10 test ETH and 100 PLAY, one of Solana 10 test SOL. */
export async function requestFromFaucet(address: string): Promise<void> {
  const reply = await fetch(new URL('/faucet', chainUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address }),
  }).catch(() => null);
  if (!reply?.ok) throw new Error('The faucet does not answer. Is npm start still running?');
}
