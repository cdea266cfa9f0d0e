import {
  type HostConfig,
  LatchkeyPanel,
  LatchkeyProvider,
  useActiveWallet,
  useCaptcha,
  useConnectedApps,
  useConnectOrCreateWallet,
  useConnectWallet,
  useCreateWallet,
  useCrossAppAccounts,
  useCustomAuth,
  useDevices,
  useExportWallet,
  useFarcasterSigner,
  useFundingStatus,
  useFundWallet,
  useGuestAccounts,
  useLatchkey,
  useLinkAccount,
  useLinkWithSiwe,
  useLogin,
  useLoginToMiniApp,
  useLoginWithEmail,
  useLoginWithFarcaster,
  useLoginWithOAuth,
  useLoginWithPasskey,
  useLoginWithSiwe,
  useLoginWithSms,
  useLoginWithTelegram,
  useMfa,
  useMfaEnrollment,
  useOAuthTokens,
  useRecoverWallet,
  useRecoveryPasskeys,
  useRegisterMfaListener,
  useSendTransaction,
  useSessions,
  useSetWalletPassword,
  useSetWalletRecovery,
  useSignMessage,
  useSignTransaction,
  useSignTypedData,
  useSignupWithPasskey,
  useSolanaStandardWallet,
  useSolanaWallets,
  useSwitchChain,
  useToken,
  useUndo,
  useUpdateAccount,
  useWallets,
} from '@latchkey/react';
import * as solana from '@latchkey/react/solana';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { hear } from './hear.ts';

export interface HostHandle {
  captcha: ReturnType<typeof useCaptcha>;
  latchkey: ReturnType<typeof useLatchkey>;
  signMessage: ReturnType<typeof useSignMessage>['signMessage'];
  signTypedData: ReturnType<typeof useSignTypedData>['signTypedData'];
  sendTransaction: ReturnType<typeof useSendTransaction>['sendTransaction'];
  signTransaction: ReturnType<typeof useSignTransaction>['signTransaction'];
  switchChain: ReturnType<typeof useSwitchChain>['switchChain'];
  exportWallet: ReturnType<typeof useExportWallet>['exportWallet'];
  fundWallet: ReturnType<typeof useFundWallet>['fundWallet'];
  /** Set unless the page was opened with `followsFundings: false`. */
  fundingStatus: ReturnType<typeof useFundingStatus>;
  createWallet: ReturnType<typeof useCreateWallet>['createWallet'];
  recovery: ReturnType<typeof useRecovery>;
  getAccessToken: ReturnType<typeof useToken>['getAccessToken'];
  wallets: ReturnType<typeof useWallets>['wallets'];
  active: ReturnType<typeof useActiveWallet>;
  connections: ReturnType<typeof useConnectWallet> & ReturnType<typeof useConnectOrCreateWallet>;
  siwe: ReturnType<typeof useLoginWithSiwe> & ReturnType<typeof useLinkWithSiwe>;
  emailLogin: ReturnType<typeof useLoginWithEmail>;
  smsLogin: ReturnType<typeof useLoginWithSms>;
  guests: ReturnType<typeof useGuestAccounts>;
  customAuth: ReturnType<typeof useCustomAuth>;
  passkey: ReturnType<typeof useLoginWithPasskey> & ReturnType<typeof useSignupWithPasskey>;
  accounts: ReturnType<typeof useLinkAccount> & ReturnType<typeof useUpdateAccount>;
  undo: ReturnType<typeof useUndo>;
  mfa: ReturnType<typeof useMfa> & ReturnType<typeof useMfaEnrollment>;
}

declare global {
  interface Window {
    host: HostHandle;
    /**
     * Mounts the hooks that fetch the lists of browsers, passkeys, sessions and apps, which are then in `devices`,
     * `passkeys`, `sessions` and `connectedApps`.
     */
    showDevices(): void;
    devices: ReturnType<typeof useDevices>;
    passkeys: ReturnType<typeof useRecoveryPasskeys>;
    sessions: ReturnType<typeof useSessions>;
    connectedApps: ReturnType<typeof useConnectedApps>;
    crossApp: ReturnType<typeof useCrossAppAccounts>;
    solana: ReturnType<typeof useSolanaWallets>;
    solanaHooks: ReturnType<typeof solana.useSignMessage> &
      ReturnType<typeof solana.useSignTransaction> &
      ReturnType<typeof solana.useSignAndSendTransaction> &
      ReturnType<typeof solana.useFundWallet>;
    /** Logins with the host's own buttons, on a page that was opened with `logins`. */
    logins: {
      farcaster: ReturnType<typeof useLoginWithFarcaster>;
      miniApp: ReturnType<typeof useLoginToMiniApp>;
      oauth: ReturnType<typeof useLoginWithOAuth>;
      signer: ReturnType<typeof useFarcasterSigner>;
      telegram: ReturnType<typeof useLoginWithTelegram>;
    };
    /** URLs of the page that the app's own effects saw, as a host's analytics would see them. */
    seen: string[];
    /** Passes another `config` to the provider, as a host does when it switches its own theme. */
    setConfig(config: HostConfig): void;
    told: string[];
    heard: string[];
  }
}

window.told = [];
window.heard = [];
window.seen = [];
hear(document, window.heard);
hear(document.body, window.heard);

/** Kept apart from the app, because it fetches the lists from the service as soon as a user is signed in. */
function Devices() {
  window.devices = useDevices();
  window.passkeys = useRecoveryPasskeys();
  window.sessions = useSessions();
  window.connectedApps = useConnectedApps();
  return null;
}

/** Kept apart from the app, because it polls the state of open fundings. */
function Fundings() {
  Object.assign(window.host, { fundingStatus: useFundingStatus() });
  return null;
}

function useRecovery() {
  const setRecovery = useSetWalletRecovery({
    onSuccess: (method) => window.told.push(`recovery ${method}`),
    onError: (error) => window.told.push(`recovery ${error.code}`),
  });
  return { ...setRecovery, ...useSetWalletPassword(), ...useRecoverWallet() };
}

function useConnections() {
  const listener = (name: string) => ({
    onSuccess: ({ wallet }: { wallet: { address: string } }) => window.told.push(`${name} ${wallet.address}`),
    onError: ({ code }: { code: string }) => window.told.push(`${name} ${code}`),
  });
  return {
    ...useConnectWallet(listener('connect')),
    ...useConnectOrCreateWallet(listener('connect or create')),
  };
}

/** A host with its own buttons, which records the state and callbacks of its hooks. */
function Logins() {
  const oauth = useLoginWithOAuth({
    onComplete: ({ isNewUser, loginMethod }) =>
      window.told.push(`oauth complete ${loginMethod} ${isNewUser ? 'new' : 'known'}`),
    onError: ({ code }) => window.told.push(`oauth error ${code}`),
  });
  const telegram = useLoginWithTelegram({
    onComplete: ({ isNewUser }) => window.told.push(`telegram complete ${isNewUser ? 'new' : 'known'}`),
    onError: ({ code }) => window.told.push(`telegram error ${code}`),
  });
  const farcaster = useLoginWithFarcaster({
    onComplete: ({ isNewUser }) => window.told.push(`farcaster complete ${isNewUser ? 'new' : 'known'}`),
    onError: ({ code }) => window.told.push(`farcaster error ${code}`),
  });
  useOAuthTokens({ onOAuthTokenGrant: (tokens) => window.told.push(`tokens ${JSON.stringify(tokens)}`) });
  useEffect(() => void window.told.push(`oauth is ${oauth.state.status}`), [oauth.state.status]);
  useEffect(() => void window.told.push(`telegram is ${telegram.state.status}`), [telegram.state.status]);
  window.logins = { farcaster, miniApp: useLoginToMiniApp(), oauth, signer: useFarcasterSigner(), telegram };
  return null;
}

/** Parts of a host that read the page's URL or send it to others: analytics and an image. */
function Bystander() {
  useEffect(() => void window.seen.push(location.href), []);
  return image ? <img alt="" src={image} /> : null;
}

/** Uses the Solana hooks, and registers the wallet so that other code on the page can find it. */
function Solana() {
  window.solana = useSolanaWallets();
  window.solanaHooks = {
    ...solana.useSignMessage(),
    ...solana.useSignTransaction(),
    ...solana.useSignAndSendTransaction(),
    ...solana.useFundWallet({
      onUserExited: ({ cluster, fundingMethod, balance }) =>
        window.told.push(`funding left ${cluster.name} ${fundingMethod} ${balance}`),
    }),
  };
  useSolanaStandardWallet({ name: 'Tidewater' });
  return null;
}

function App() {
  window.crossApp = useCrossAppAccounts();
  const [hasDevices, setHasDevices] = useState(false);
  window.showDevices = () => setHasDevices(true);
  const latchkey = useLatchkey();
  const { login } = useLogin({
    onComplete: ({ isNewUser, loginMethod }) =>
      window.told.push(`complete ${loginMethod} ${isNewUser ? 'new' : 'known'}`),
    onError: (error) => window.told.push(`error ${error.code}`),
  });
  const link = useLinkAccount({
    onSuccess: ({ linkMethod, linkedAccount }) =>
      window.told.push(`linked ${linkMethod} ${linkedAccount.type}`),
    onError: (error, { linkMethod }) => window.told.push(`link ${linkMethod} ${error.code}`),
  });
  const update = useUpdateAccount({
    onSuccess: ({ updateMethod, updatedAccount }) =>
      window.told.push(`updated ${updateMethod} ${updatedAccount.type}`),
    onError: (error, { updateMethod }) => window.told.push(`update ${updateMethod} ${error.code}`),
  });
  const { signMessage } = useSignMessage();
  const { signTypedData } = useSignTypedData();
  const { sendTransaction } = useSendTransaction({
    onSuccess: ({ hash }) => window.told.push(`sent ${hash}`),
    onError: ({ code }) => window.told.push(`not sent ${code}`),
  });
  const { fundWallet } = useFundWallet({
    onUserExited: ({ chain, fundingMethod, balance }) =>
      window.told.push(`funding left ${chain.id} ${fundingMethod} ${balance}`),
  });
  const { createWallet } = useCreateWallet();
  const { exportWallet } = useExportWallet();
  const { getAccessToken } = useToken();
  const { wallets } = useWallets();
  const emailLogin = useLoginWithEmail();
  const smsLogin = useLoginWithSms();
  const guests = useGuestAccounts();
  const host: Omit<HostHandle, 'fundingStatus'> = {
    captcha: useCaptcha(),
    customAuth: useCustomAuth(),
    guests,
    passkey: { ...useLoginWithPasskey(), ...useSignupWithPasskey() },
    latchkey,
    signMessage,
    signTypedData,
    ...useSignTransaction(),
    ...useSwitchChain(),
    sendTransaction,
    createWallet,
    exportWallet,
    fundWallet,
    recovery: useRecovery(),
    getAccessToken,
    wallets,
    active: useActiveWallet(),
    connections: useConnections(),
    siwe: { ...useLoginWithSiwe(), ...useLinkWithSiwe() },
    emailLogin,
    smsLogin,
    accounts: { ...link, ...update },
    undo: useUndo(),
    mfa: { ...useMfa(), ...useMfaEnrollment() },
  };
  window.host = Object.assign(host, { fundingStatus: window.host?.fundingStatus });
  useRegisterMfaListener({ onMfaRequired: (methods) => window.told.push(`mfa ${methods.join()}`) });
  useEffect(() => {
    document.documentElement.dataset.ready = String(latchkey.ready);
  }, [latchkey.ready]);

  return (
    <main>
      <h1>A host app</h1>
      {hasDevices ? <Devices /> : null}
      {followsFundings ? <Fundings /> : null}
      <p id="state">
        {latchkey.ready ? 'ready' : 'starting'}, {latchkey.authenticated ? 'logged in' : 'logged out'},{' '}
        {latchkey.isModalOpen ? 'modal open' : 'modal closed'}
        {latchkey.error ? `, ${latchkey.error.code}` : ''}
      </p>
      <button id="login" onClick={login} type="button">
        Log in
      </button>
    </main>
  );
}

const { appId, apiUrl, clientId, config, followsFundings, image, logins, strictMode } = JSON.parse(
  document.getElementById('config')?.textContent ?? '{}',
);

function Page() {
  const [current, setConfig] = useState<HostConfig>(config);
  window.setConfig = setConfig;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for a host that listens to clicks above the provider.
    <div
      onClick={() => window.heard.push('React click')}
      onKeyDown={() => window.heard.push('React keydown')}
    >
      <LatchkeyProvider apiUrl={apiUrl} appId={appId} clientId={clientId} config={current}>
        <App />
        <Bystander />
        {logins ? <Logins /> : null}
        <Solana />
        <LatchkeyPanel />
      </LatchkeyProvider>
    </div>
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    strictMode ? (
      <StrictMode>
        <Page />
      </StrictMode>
    ) : (
      <Page />
    ),
  );
}
