import { LatchkeyProvider } from '@latchkey/react';
import { createRoot } from 'react-dom/client';

/** Adds our wallet to a dapp that knows nothing of Latchkey and finds wallets over EIP-6963. */
const { apiUrl, appId, chainId, rpcUrl } = JSON.parse(
  document.getElementById('latchkey')?.textContent ?? '{}',
);

const chain = {
  id: chainId,
  name: 'Devnet',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [rpcUrl] } },
};

// The dapp of MetaMask's own tests uses only wallets with this flag.
window.addEventListener(
  'eip6963:announceProvider',
  (event) => Object.assign((event as CustomEvent).detail.provider, { isMetaMask: true }),
  true,
);

createRoot(document.body.appendChild(document.createElement('div'))).render(
  <LatchkeyProvider
    appId={appId}
    apiUrl={apiUrl}
    config={{ chains: [chain], embeddedWallets: { ethereum: { announce: true } } }}
  />,
);
