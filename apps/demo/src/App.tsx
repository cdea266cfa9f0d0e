import { useLatchkey, useWallets } from '@latchkey/react';
import { SolanaCard } from './SolanaCard.tsx';
import { WalletCard } from './WalletCard.tsx';

/** The whole integration: one hook says who is there, two functions let them in and out. */
export function App() {
  const { ready, authenticated, user, error, login, logout } = useLatchkey();
  const { wallets } = useWallets();

  if (!ready)
    return error ? <Page title="Latchkey is not ready">{error.message}</Page> : <Page title="One moment…" />;
  if (!authenticated) {
    return (
      <Page title="Your app, with login and a wallet">
        <p>Log in with your e-mail address. A wallet is made for you on the way.</p>
        <button type="button" onClick={login}>
          Log in
        </button>
      </Page>
    );
  }
  return (
    <Page title={user?.email?.address ?? 'Logged in'}>
      <p>{user?.id}</p>
      {wallets[0] ? <WalletCard wallet={wallets[0]} /> : <p>No wallet yet.</p>}
      <SolanaCard />
      <button type="button" className="quiet" onClick={logout}>
        Log out
      </button>
    </Page>
  );
}

function Page({ title, children }: { title: string; children?: React.ReactNode }) {
  return (
    <main>
      <h1>{title}</h1>
      {children}
    </main>
  );
}
