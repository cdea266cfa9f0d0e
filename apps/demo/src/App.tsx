import { type User, useLatchkey, useWallets } from '@latchkey/react';
import { AccountsCard } from './AccountsCard.tsx';
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
        <p>Log in in the way you like. A wallet is made for you on the way.</p>
        <button type="button" onClick={login}>
          Log in
        </button>
      </Page>
    );
  }
  return (
    <Page title={nameOf(user)}>
      <p>{user?.id}</p>
      {wallets[0] ? <WalletCard wallet={wallets[0]} /> : <p>No wallet yet.</p>}
      <SolanaCard />
      {user && <AccountsCard user={user} />}
      <button type="button" className="quiet" onClick={logout}>
        Log out
      </button>
    </Page>
  );
}

/** The address, or what a provider calls the person: whoever logs in at one has no address here. */
function nameOf(user: User | null): string {
  const names = user?.linkedAccounts.map(
    (account) => ('name' in account && account.name) || ('username' in account && account.username),
  );
  return user?.email?.address ?? (names?.find(Boolean) || 'Logged in');
}

function Page({ title, children }: { title: string; children?: React.ReactNode }) {
  return (
    <main>
      <h1>{title}</h1>
      {children}
    </main>
  );
}
