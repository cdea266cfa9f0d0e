import { Preview } from './Preview.tsx';

const documentation = 'https://latchkey.github.io/latchkey';
const repository = 'https://github.com/latchkey/latchkey';

const integration = `const { login, user } = useLatchkey();
const { wallets } = useWallets();
const { sendTransaction } = useSendTransaction();

<button onClick={login}>Log in</button>`;

const features = [
  ['Log in', 'By email, with nine social accounts, a passkey, Farcaster, Telegram or a wallet of your own.'],
  ['Sign', 'Messages and typed data. This page checks every signature itself.'],
  ['Send', 'ETH, a token, or both in one batch, and SOL. You see what it does before you agree.'],
  ['Stay in control', 'Choose how the wallet comes back, see every session, take your key with you.'],
] as const;

export function Welcome({ onLogin }: { onLogin(): void }) {
  return (
    <main className="welcome">
      <div className="hero">
        <div>
          <h1>Your app, with login and a wallet</h1>
          <p className="lead">
            Log in with an email, a social account or a passkey. Your wallet is created on the way.
          </p>
          <p className="actions">
            <button type="button" onClick={onLogin}>
              Log in
            </button>
            <a className="link" href={documentation}>
              Documentation
            </a>
            <a className="link" href={repository}>
              Source code
            </a>
          </p>
        </div>
        <Preview />
      </div>
      <pre className="card">
        <code>{integration}</code>
      </pre>
      <ul className="features">
        {features.map(([title, text]) => (
          <li key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </main>
  );
}
