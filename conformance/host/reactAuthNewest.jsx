import {
  PrivyProvider,
  useExportWallet,
  useFundWallet,
  useMfaEnrollment,
  usePrivy,
  useSendTransaction,
  useSignMessage,
  useWallets,
} from '@privy-io/react-auth';
import {
  toSolanaWalletConnectors,
  useExportWallet as useExportSolanaWallet,
  useSignMessage as useSignSolanaMessage,
  useWallets as useSolanaWallets,
} from '@privy-io/react-auth/solana';
import { base58 } from '@scure/base';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

/**
 * An app as its developers write it for the newest published client. Only `apiUrl` is new. The service's settings
 * decide which wallets a login creates.
 */
const {
  apiUrl,
  appId,
  loginMethods,
  chainId = 1,
  rpcUrl = `${location.origin}/rpc`,
  sends = [],
  funds = [],
  moreChains = [],
} = JSON.parse(document.getElementById('config').textContent);

const toChain = ({ chainId: id, rpcUrl: url, name = 'Ethereum' }) => ({
  id,
  name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [url] }, privyWalletOverride: { http: [url] } },
});
const chain = toChain({ chainId, rpcUrl });

const isByWallet = loginMethods.includes('wallet');

// Wallets in the page only, because for others the client would contact third parties. If the page has none, this
// list creates no connector, the client waits for the first one for ever, and no wallet becomes ready, not even an
// embedded one.
const inPage = {
  walletList: ['detected_ethereum_wallets', 'detected_solana_wallets'],
  walletChainType: 'ethereum-and-solana',
};

const config = {
  loginMethods,
  supportedChains: [chain, ...moreChains.map(toChain)],
  defaultChain: chain,
  ...(isByWallet ? { appearance: inPage } : {}),
  externalWallets: {
    walletConnect: { enabled: false },
    ...(isByWallet ? { solana: { connectors: toSolanaWalletConnectors({ shouldAutoConnect: false }) } } : {}),
  },
};

const hello = 'Hello from the newest client';

function App() {
  const { ready, authenticated, user, login, logout, getAccessToken, linkWallet, unlinkWallet } = usePrivy();
  const { wallets } = useWallets();
  const { wallets: solanaWallets } = useSolanaWallets();
  const { signMessage } = useSignMessage();
  const { signMessage: signSolanaMessage } = useSignSolanaMessage();
  const { sendTransaction } = useSendTransaction();
  const [left, setLeft] = useState('');
  const { fundWallet } = useFundWallet({
    onUserExited: ({ fundingMethod, balance }) => setLeft(`${fundingMethod} ${balance}`),
  });
  const { exportWallet } = useExportWallet();
  const { showMfaEnrollmentModal } = useMfaEnrollment();
  const { exportWallet: exportSolanaWallet } = useExportSolanaWallet();
  const [result, setResult] = useState('');
  const show = (work) => async () => {
    setResult('');
    setResult(await work().catch((error) => `error: ${error?.message ?? error}`));
  };
  const signOnSolana = async () => {
    const message = new TextEncoder().encode(hello);
    const { signature } = await signSolanaMessage({ message, wallet: solanaWallets[0] });
    return base58.encode(signature);
  };
  const send = async ({ transaction, uiOptions, method }) => {
    if (!method) return (await sendTransaction(transaction, { uiOptions })).hash;
    const provider = await wallets[0].getEthereumProvider();
    return provider.request({ method, params: [transaction] });
  };
  const fund = async ({ address = wallets[0].address, options }) => {
    setLeft('');
    return (await fundWallet({ address, options })).status;
  };
  if (!ready) return <p>loading</p>;
  return (
    <main>
      <p data-testid="user">{authenticated ? user.id : 'signed out'}</p>
      <p data-testid="email">{user?.email?.address ?? ''}</p>
      <p data-testid="connected">{wallets[0]?.address ?? ''}</p>
      <p data-testid="solana">{solanaWallets[0]?.address ?? ''}</p>
      <p data-testid="factors">{user?.mfaMethods.join() ?? ''}</p>
      <p data-testid="accounts">{JSON.stringify(user?.linkedAccounts ?? [])}</p>
      <p data-testid="result">{result}</p>
      <p data-testid="left">{left}</p>
      <button type="button" onClick={() => login()}>
        Log in
      </button>
      <button type="button" onClick={() => logout()}>
        Log out
      </button>
      <button type="button" onClick={show(async () => (await signMessage({ message: hello })).signature)}>
        Sign message
      </button>
      <button type="button" onClick={show(signOnSolana)}>
        Sign on Solana
      </button>
      {sends.map((asked) => (
        <button type="button" key={asked.name} onClick={show(() => send(asked))}>
          {asked.name}
        </button>
      ))}
      {funds.map((asked) => (
        <button type="button" key={asked.name} onClick={show(() => fund(asked))}>
          {asked.name}
        </button>
      ))}
      <button type="button" onClick={() => linkWallet()}>
        Link wallet
      </button>
      <button
        type="button"
        onClick={show(async () => (await unlinkWallet(user.wallet.address)).linkedAccounts.length.toString())}
      >
        Unlink wallet
      </button>
      <button type="button" onClick={() => showMfaEnrollmentModal()}>
        Second factors
      </button>
      <button type="button" onClick={() => exportWallet()}>
        Export wallet
      </button>
      <button type="button" onClick={() => exportSolanaWallet()}>
        Export Solana wallet
      </button>
      <button type="button" onClick={show(() => getAccessToken())}>
        Get token
      </button>
      <button
        type="button"
        onClick={show(async () => (await Promise.all([1, 2, 3].map(() => getAccessToken()))).join(' '))}
      >
        Get three tokens
      </button>
    </main>
  );
}

createRoot(document.getElementById('root')).render(
  <PrivyProvider appId={appId} apiUrl={apiUrl} config={config}>
    <App />
  </PrivyProvider>,
);
