import { LatchkeyProvider, useFundWallet, useLogin, useSendTransaction, useWallets } from '@latchkey/react';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';

const { appId, apiUrl } = document.documentElement.dataset;
const nodeUrl = new URLSearchParams(location.search).get('node') ?? '';

/** A host page that funds its user's new wallet, and has a payment that the wallet cannot pay. */
function Page() {
  const { login } = useLogin();
  const { wallets } = useWallets();
  const { sendTransaction } = useSendTransaction();
  const { fundWallet } = useFundWallet();
  const address = wallets[0]?.address;
  useEffect(() => {
    if (address) document.documentElement.dataset.wallet = address;
  }, [address]);
  // The bench reloads the page while a modal is open.
  const fund = () => fundWallet(address ?? '').catch(() => undefined);
  // The bench leaves the review by closing it.
  const pay = () => sendTransaction({ to: `0x${'11'.repeat(20)}`, value: 10n ** 17n }).catch(() => undefined);
  return (
    <>
      <button type="button" id="open" onClick={() => login()}>
        Log in
      </button>
      <button type="button" id="fund" onClick={fund}>
        Add funds
      </button>
      <button type="button" id="pay" onClick={pay}>
        Pay
      </button>
    </>
  );
}

const chain = {
  id: 31_337,
  name: 'Devnet',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [nodeUrl] } },
};
createRoot(document.getElementById('root') as HTMLElement).render(
  <LatchkeyProvider
    appId={appId ?? ''}
    apiUrl={apiUrl ?? ''}
    config={{ chains: [chain], defaultChain: chain }}
  >
    <Page />
  </LatchkeyProvider>,
);
