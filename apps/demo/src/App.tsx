import { useLatchkey, useWallets } from '@latchkey/react';
import { AccountCard, nameOf } from './AccountCard.tsx';
import { walletApp } from './apps.ts';
import { CrossAppCard } from './CrossAppCard.tsx';
import { FarcasterCard } from './FarcasterCard.tsx';
import { NoWalletCard } from './NoWalletCard.tsx';
import { SecurityCard } from './SecurityCard.tsx';
import { SignCard } from './SignCard.tsx';
import { SolanaCard } from './SolanaCard.tsx';
import { ThemeSwitch, type ThemeSwitchProps } from './ThemeSwitch.tsx';
import { WalletCard } from './WalletCard.tsx';
import { WalletsCard } from './WalletsCard.tsx';
import { Welcome } from './Welcome.tsx';

export function App(look: ThemeSwitchProps) {
  const { ready, authenticated, user, error, login, logout } = useLatchkey();
  const { wallets } = useWallets();
  const wallet = wallets.find(({ walletClientType }) => walletClientType === 'privy');

  return (
    <>
      <header className="bar">
        <strong className="brand">
          <svg aria-hidden="true" height="28" viewBox="0 0 28 28" width="28">
            <rect fill="currentColor" height="28" rx="8" width="28" />
            <path d="M14 7a4 4 0 0 1 1.6 7.67L16.8 21h-5.6l1.2-6.33A4 4 0 0 1 14 7Z" fill="var(--page)" />
          </svg>
          <span>{walletApp ? 'Harbour market' : 'Latchkey'}</span>
        </strong>
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
            {walletApp ? <CrossAppCard app={walletApp} user={user} /> : null}
            {wallet ? <WalletCard wallet={wallet} /> : <NoWalletCard />}
            {wallet ? <SignCard wallet={wallet} /> : null}
          </div>
          <div className="column">
            <WalletsCard />
            <SolanaCard />
            {wallet ? <FarcasterCard user={user} /> : null}
            <AccountCard user={user} />
            <SecurityCard recovery={wallet?.recoveryMethod ?? null} />
          </div>
        </main>
      )}
    </>
  );
}
