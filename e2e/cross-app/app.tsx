import {
  type HostConfig,
  LatchkeyProvider,
  useCrossAppAccounts,
  useLatchkey,
  useLinkAccount,
  useLogin,
  useMfaEnrollment,
  useWallets,
} from '@latchkey/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

// A host app that uses wallets of another app, or whose users' wallets another app uses.

const { appId, apiUrl, config, providerAppId } = JSON.parse(
  document.getElementById('config')?.textContent ?? '{}',
) as { appId: string; apiUrl: string; config: HostConfig; providerAppId: string };

export interface CrossAppHost {
  readonly latchkey: ReturnType<typeof useLatchkey>;
  readonly crossApp: ReturnType<typeof useCrossAppAccounts>;
  readonly wallets: ReturnType<typeof useWallets>['wallets'];
  readonly link: ReturnType<typeof useLinkAccount>;
  readonly mfa: ReturnType<typeof useMfaEnrollment>;
}
declare global {
  interface Window {
    crossAppHost: CrossAppHost;
    crossAppTold: string[];
  }
}
window.crossAppTold = [];

const message = 'Hello from the market';
const typedData = {
  domain: { name: 'Market', version: '1', chainId: 31_337 },
  types: { Order: [{ name: 'what', type: 'string' }] },
  primaryType: 'Order',
  message: { what: 'One lantern' },
};

function App() {
  const latchkey = useLatchkey();
  const crossApp = useCrossAppAccounts();
  const link = useLinkAccount();
  const mfa = useMfaEnrollment();
  const { wallets } = useWallets();
  const { login } = useLogin({
    onComplete: ({ isNewUser, loginMethod }) =>
      window.crossAppTold.push(`complete ${loginMethod} ${isNewUser ? 'new' : 'known'}`),
    onError: ({ code }) => window.crossAppTold.push(`error ${code}`),
  });
  const [outcome, setOutcome] = useState('');
  window.crossAppHost = { latchkey, crossApp, link, mfa, wallets };

  const account = latchkey.user?.linkedAccounts.find(({ type }) => type === 'cross_app');
  const own = account?.type === 'cross_app' ? account : null;
  const address = own?.embeddedWallets[0]?.address ?? '';
  const to = `0x${'0'.repeat(38)}aa`;
  const actions: Record<string, () => Promise<unknown>> = {
    'Log in with it': () => crossApp.loginWithCrossAppAccount({ appId: providerAppId }),
    'Link it': () => crossApp.linkCrossAppAccount({ appId: providerAppId }),
    'Unlink it': () => crossApp.unlinkCrossAppAccount({ subject: own?.subject ?? '' }),
    'Sign a message': () => crossApp.signMessage(message, { address }),
    'Sign data': () => crossApp.signTypedData(typedData, { address }),
    Send: () => crossApp.sendTransaction({ to, value: '0x1', chainId: 31_337 }, { address }),
  };
  const run = async (act: () => Promise<unknown>) => {
    setOutcome('');
    try {
      const result = await act();
      setOutcome(typeof result === 'string' ? result : 'done');
    } catch (error) {
      setOutcome(`error ${(error as { code: string }).code}: ${(error as Error).message}`);
    }
  };
  return (
    <main>
      <p id="state">
        {latchkey.ready ? 'ready' : 'starting'}, {latchkey.authenticated ? 'logged in' : 'logged out'},{' '}
        {latchkey.isModalOpen ? 'modal open' : 'modal closed'}
      </p>
      <p data-testid="address">{address}</p>
      <output>{outcome}</output>
      <button onClick={login} type="button">
        Log in
      </button>
      {Object.entries(actions).map(([name, act]) => (
        <button key={name} onClick={() => void run(act)} type="button">
          {name}
        </button>
      ))}
    </main>
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <LatchkeyProvider apiUrl={apiUrl} appId={appId} config={config}>
      <App />
    </LatchkeyProvider>,
  );
}
