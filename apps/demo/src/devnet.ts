const chainUrl: string = import.meta.env.VITE_LATCHKEY_CHAIN_URL ?? 'http://localhost:4010/chain';

/** The chain of `npm start`, which exists on this machine alone. */
export const devnet = {
  id: 31337,
  name: 'Latchkey devnet',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [chainUrl] } },
  blockExplorers: { default: { name: 'Latchkey devnet', url: chainUrl } },
};

/** The relay of WalletConnect beside the chain: a pairing from here reaches the phones that ask this one. */
export const relayUrl = new URL('/walletconnect', chainUrl).href.replace('http', 'ws');

/** Where the explorer of the devnet shows a transaction. */
export const explorerLink = (hash: string) => `${chainUrl}/tx/${hash}`;

/** Gives a wallet 10 test ETH and 100 PLAY, one of Solana 10 test SOL. */
export async function askFaucet(address: string): Promise<void> {
  const reply = await fetch(new URL('/faucet', chainUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address }),
  }).catch(() => null);
  if (!reply?.ok) throw new Error('The faucet does not answer. Is npm start still running?');
}
