import { PrivyProvider, useGuestAccounts, usePrivy } from '@privy-io/react-auth';
import { useCallback, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** An app whose users log in without the client's own screens: as guests, or with a token from the app's own login. */
const { apiUrl, appId } = JSON.parse(document.getElementById('config').textContent);

function App() {
  const { ready, authenticated, user } = usePrivy();
  const { createGuestAccount } = useGuestAccounts();
  if (!ready) return <p>starting</p>;
  return (
    <main>
      <p data-testid="user">{authenticated ? user.id : 'signed out'}</p>
      <p data-testid="guest">{String(user?.isGuest ?? '')}</p>
      <p data-testid="custom">
        {user?.linkedAccounts.find(({ type }) => type === 'custom_auth')?.customUserId ?? ''}
      </p>
      <button type="button" onClick={() => createGuestAccount()}>
        Enter as a guest
      </button>
    </main>
  );
}

function Page() {
  const [token, setToken] = useState();
  window.setToken = setToken;
  const getCustomAccessToken = useCallback(async () => token ?? undefined, [token]);
  const customAuth = { enabled: new URLSearchParams(location.search).has('own'), isLoading: false };
  return (
    <PrivyProvider
      appId={appId}
      apiUrl={apiUrl}
      config={{
        loginMethods: ['email'],
        customAuth: { ...customAuth, getCustomAccessToken },
        externalWallets: { walletConnect: { enabled: false } },
        embeddedWallets: { createOnLogin: 'off' },
      }}
    >
      <App />
    </PrivyProvider>
  );
}

createRoot(document.getElementById('root')).render(<Page />);
