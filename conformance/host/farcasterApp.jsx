import { PrivyProvider, useFarcasterSigner, usePrivy } from '@privy-io/react-auth';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

/**
 * An app that writes to Farcaster for its users, as its developers wrote it for the published client. Only `apiUrl`
 * is new.
 */
const { apiUrl, appId, createOnLogin, loginMethods } = JSON.parse(
  document.getElementById('config').textContent,
);
const chain = {
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [`${location.origin}/rpc`] } },
};
const config = {
  loginMethods,
  supportedChains: [chain],
  defaultChain: chain,
  externalWallets: { walletConnect: { enabled: false } },
  embeddedWallets: { createOnLogin, ethereum: { createOnLogin } },
};

/** Hash of a message, 20 bytes as Farcaster's own library computes it. */
const hash = new Uint8Array(20).fill(7);
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

function App() {
  const { ready, authenticated, user, login } = usePrivy();
  const { getFarcasterSignerPublicKey, requestFarcasterSignerFromWarpcast, signFarcasterMessage } =
    useFarcasterSigner();
  const [result, setResult] = useState('');
  const show = (work) => async () => {
    setResult('');
    setResult(await work().catch((error) => `error: ${error?.message ?? error}`));
  };
  const ask = async () => {
    await requestFarcasterSignerFromWarpcast();
    return 'asked';
  };
  const sign = async () =>
    `${toHex(await getFarcasterSignerPublicKey())} ${toHex(await signFarcasterMessage(hash))}`;
  if (!ready) return <p>loading</p>;
  return (
    <main>
      <p data-testid="user">{authenticated ? user.id : 'signed out'}</p>
      <p data-testid="address">{user?.wallet?.address ?? ''}</p>
      <p data-testid="accounts">{user?.farcaster?.signerPublicKey ?? ''}</p>
      <p data-testid="result">{result}</p>
      <button type="button" onClick={login}>
        Log in
      </button>
      <button type="button" onClick={show(ask)}>
        Add signer
      </button>
      <button type="button" onClick={show(sign)}>
        Sign hash
      </button>
    </main>
  );
}

createRoot(document.getElementById('root')).render(
  <PrivyProvider apiUrl={apiUrl} appId={appId} config={config}>
    <App />
  </PrivyProvider>,
);
