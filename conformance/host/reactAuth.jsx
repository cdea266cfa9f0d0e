import * as privy from '@privy-io/react-auth';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

const { getEmbeddedConnectedWallet, PrivyProvider, usePrivy, useSendTransaction, useWallets } = privy;

/**
 * An app as its developers wrote it for the published client. Only `apiUrl` is new. Its chain's RPC address is the
 * host's own or a chain of the test's, so nothing leaves the machine.
 */
const {
  apiUrl,
  appId,
  createOnLogin,
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

const config = {
  loginMethods,
  supportedChains: [chain, ...moreChains.map(toChain)],
  defaultChain: chain,
  // Wallets in the page only, because for others the client would contact third parties.
  appearance: { walletList: ['detected_wallets'] },
  externalWallets: { walletConnect: { enabled: false } },
  embeddedWallets: { createOnLogin },
};

/** A key that no other user has on the test's service. */
const privateKey = `0x${'5a'.repeat(32)}`;

const typedData = {
  domain: { name: 'Latchkey', version: '1', chainId: 1 },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Greeting: [{ name: 'text', type: 'string' }],
  },
  primaryType: 'Greeting',
  message: { text: 'Hello from the published client' },
};

function App() {
  const {
    ready,
    authenticated,
    user,
    login,
    logout,
    createWallet,
    signMessage,
    signTypedData,
    exportWallet,
    getAccessToken,
    forkSession,
    linkPasskey,
    linkPhone,
    linkWallet,
    setWalletRecovery,
    unlinkEmail,
    unlinkPasskey,
    unlinkWallet,
    updateEmail,
  } = usePrivy();
  const { wallets } = useWallets();
  // Earlier versions lack this hook.
  const imports = privy.useImportWallet?.();
  const { showMfaEnrollmentModal } = privy.useMfaEnrollment();
  const { sendTransaction } = useSendTransaction();
  const [result, setResult] = useState('');
  const [left, setLeft] = useState('');
  const { fundWallet } = privy.useFundWallet({
    onUserExited: ({ fundingMethod, balance }) => setLeft(`${fundingMethod} ${balance}`),
  });
  const show = (work) => async () => {
    setResult('');
    setResult(await work().catch((error) => `error: ${error?.message ?? error}`));
  };
  const signWith = async (wallet) => {
    const provider = await wallet.getEthereumProvider();
    return provider.request({ method: 'personal_sign', params: ['Hello from the provider', wallet.address] });
  };
  const signThroughProvider = () => signWith(getEmbeddedConnectedWallet(wallets));
  const send = async ({ transaction, uiOptions, method }) => {
    if (!method) return (await sendTransaction(transaction, uiOptions)).transactionHash;
    const provider = await getEmbeddedConnectedWallet(wallets).getEthereumProvider();
    return provider.request({ method, params: [transaction] });
  };
  const fund = async ({ address = getEmbeddedConnectedWallet(wallets).address, options }) => {
    setLeft('');
    await fundWallet(address, options);
    return 'asked';
  };
  const unlinkFirst = async () => {
    const { credentialId } = user.linkedAccounts.find(({ type }) => type === 'passkey');
    const left = await unlinkPasskey(credentialId);
    return left.linkedAccounts.length.toString();
  };
  if (!ready) return <p>loading</p>;
  return (
    <main>
      <p data-testid="user">{authenticated ? user.id : 'signed out'}</p>
      <p data-testid="email">{user?.email?.address ?? ''}</p>
      <p data-testid="phone">{user?.phone?.number ?? ''}</p>
      <p data-testid="address">{user?.wallet?.address ?? ''}</p>
      <p data-testid="connected">{getEmbeddedConnectedWallet(wallets)?.address ?? ''}</p>
      <p data-testid="imported">{wallets.find(({ imported }) => imported)?.address ?? ''}</p>
      <p data-testid="factors">{user?.mfaMethods.join() ?? ''}</p>
      <p data-testid="accounts">{JSON.stringify(user?.linkedAccounts ?? [])}</p>
      <p data-testid="result">{result}</p>
      <p data-testid="left">{left}</p>
      <button type="button" onClick={login}>
        Log in
      </button>
      <button type="button" onClick={logout}>
        Log out
      </button>
      <button type="button" onClick={show(async () => (await createWallet()).address)}>
        Create wallet
      </button>
      <button
        type="button"
        onClick={show(async () => (await createWallet({ createAdditional: true })).address)}
      >
        Add wallet
      </button>
      <button type="button" onClick={show(async () => (await imports.importWallet({ privateKey })).address)}>
        Import wallet
      </button>
      <button type="button" onClick={show(() => signWith(wallets.find(({ imported }) => imported)))}>
        Sign with the imported one
      </button>
      <button type="button" onClick={show(() => signMessage('Hello from the published client'))}>
        Sign message
      </button>
      <button type="button" onClick={show(() => signTypedData(typedData))}>
        Sign typed data
      </button>
      <button type="button" onClick={show(signThroughProvider)}>
        Sign through provider
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
      <button type="button" onClick={() => showMfaEnrollmentModal()}>
        Second factors
      </button>
      <button type="button" onClick={() => exportWallet()}>
        Export wallet
      </button>
      <button type="button" onClick={show(async () => (await setWalletRecovery()).recoveryMethod)}>
        Set recovery
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
      <button type="button" onClick={() => linkPhone()}>
        Link phone
      </button>
      <button type="button" onClick={() => linkPasskey()}>
        Link passkey
      </button>
      <button type="button" onClick={show(() => unlinkFirst())}>
        Unlink a passkey
      </button>
      <button type="button" onClick={() => linkWallet()}>
        Link wallet
      </button>
      <button
        type="button"
        onClick={show(async () => (await unlinkWallet(user.wallet.address)).linkedAccounts.length.toString())}
      >
        Unlink wallet
      </button>
      <button type="button" onClick={() => updateEmail()}>
        Update email
      </button>
      <button
        type="button"
        onClick={show(async () => (await unlinkEmail(user.email.address)).linkedAccounts.length.toString())}
      >
        Unlink email
      </button>
      <button type="button" onClick={show(() => forkSession())}>
        Fork session
      </button>
    </main>
  );
}

createRoot(document.getElementById('root')).render(
  <PrivyProvider appId={appId} apiUrl={apiUrl} config={config}>
    <App />
  </PrivyProvider>,
);
