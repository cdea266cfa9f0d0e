import { useLatchkey, useWallets } from '@latchkey/react';
import { AccountCard, nameOf } from './AccountCard.tsx';
import { SecurityCard } from './SecurityCard.tsx';
import { SolanaCard } from './SolanaCard.tsx';
import { ThemeSwitch, type ThemeSwitchProps } from './ThemeSwitch.tsx';
import { WalletCard } from './WalletCard.tsx';

/** The whole integration: one hook says who is there, two functions let them in and out. */
export function App(look: ThemeSwitchProps) {
  const { ready, authenticated, user, error, login, logout } = useLatchkey();
  const { wallets } = useWallets();

  return (
    <>
      <header className="bar">
        <strong className="brand">Latchkey</strong>
        <ThemeSwitch {...look} />
        {authenticated ? (
          <button type="button" className="quiet" onClick={logout}>
            Log out
          </button>
        ) : null}
      </header>
      {!ready ? (
        <main className="hero">
          <h1>{error ? 'Latchkey is not ready' : 'One moment…'}</h1>
          {error ? <p className="lead">{error.message}</p> : null}
        </main>
      ) : !user ? (
        <Welcome onLogin={() => login()} />
      ) : (
        <main className="board">
          <h1>{nameOf(user)}</h1>
          <div className="column">
            {wallets[0] ? <WalletCard wallet={wallets[0]} /> : <p className="card">No wallet yet.</p>}
            <SolanaCard />
          </div>
          <div className="column">
            <AccountCard user={user} />
            <SecurityCard recovery={wallets[0]?.recoveryMethod ?? null} />
          </div>
        </main>
      )}
    </>
  );
}

const integration = `const { login, user } = useLatchkey();
const { wallets } = useWallets();
const { signMessage } = useSignMessage();

<button onClick={login}>Log in</button>`;

function Welcome({ onLogin }: { onLogin(): void }) {
  return (
    <main className="hero">
      <div>
        <h1>Your app, with login and a wallet</h1>
        <p className="lead">
          Log in with an email, a social account or a passkey. Your wallet is created on the way.
        </p>
        <button type="button" onClick={onLogin}>
          Log in
        </button>
      </div>
      <pre className="card">
        <code>{integration}</code>
      </pre>
    </main>
  );
}
