import { PrivyProvider, useCrossAppAccounts, usePrivy } from '@privy-io/react-auth';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

/**
 * An app whose users use their wallets from another app, as its developers wrote it for the published client. Only
 * `apiUrl` is new.
 */
const { apiUrl, appId, providerAppId, chainId, rpcUrl } = JSON.parse(
  document.getElementById('config').textContent,
);
const chain = {
  id: chainId,
  name: 'Rig',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [rpcUrl] } },
};
const config = {
  loginMethodsAndOrder: { primary: ['email', `privy:${providerAppId}`] },
  supportedChains: [chain],
  defaultChain: chain,
  externalWallets: { walletConnect: { enabled: false } },
};
const typedData = {
  domain: { name: 'Market', version: '1', chainId },
  types: { Order: [{ name: 'what', type: 'string' }] },
  primaryType: 'Order',
  message: { what: 'One lantern' },
};

function App() {
  const { ready, authenticated, user, login, logout } = usePrivy();
  const crossApp = useCrossAppAccounts();
  const [result, setResult] = useState('');
  const account = user?.linkedAccounts.find(({ type }) => type === 'cross_app');
  const address = account?.embeddedWallets[0]?.address ?? '';
  const show = (work) => async () => {
    setResult('');
    try {
      const made = await work();
      setResult(typeof made === 'string' ? made : 'done');
    } catch (error) {
      setResult(`error: ${error?.message ?? error}`);
    }
  };
  const acts = {
    'Log in with it': () => crossApp.loginWithCrossAppAccount({ appId: providerAppId }),
    'Link it': () => crossApp.linkCrossAppAccount({ appId: providerAppId }),
    'Unlink it': () => crossApp.unlinkCrossAppAccount({ subject: account?.subject ?? '' }),
    'Sign message': () => crossApp.signMessage('Hello from the published client', { address }),
    'Sign typed data': () => crossApp.signTypedData(typedData, { address }),
    Send: () =>
      crossApp.sendTransaction({ to: `0x${'00'.repeat(19)}aa`, value: '0x1', chainId }, { address }),
  };
  if (!ready) return <p>loading</p>;
  return (
    <main>
      <p data-testid="user">{authenticated ? user.id : 'signed out'}</p>
      <p data-testid="accounts">{user?.linkedAccounts.map(({ type }) => type).join(', ') ?? ''}</p>
      <p data-testid="address">{address}</p>
      <p data-testid="result">{result}</p>
      <button type="button" onClick={() => login()}>
        Log in
      </button>
      <button type="button" onClick={show(logout)}>
        Log out
      </button>
      {Object.entries(acts).map(([name, act]) => (
        <button key={name} type="button" onClick={show(act)}>
          {name}
        </button>
      ))}
    </main>
  );
}

createRoot(document.getElementById('root')).render(
  <PrivyProvider apiUrl={apiUrl} appId={appId} config={config}>
    <App />
  </PrivyProvider>,
);
