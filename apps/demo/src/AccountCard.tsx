import { type LinkedAccount, type User, useLinkAccount } from '@latchkey/react';
import { walletApp } from './apps.ts';
import { Card } from './Card.tsx';
import { shorten } from './shorten.ts';

/** Lists the user's logins, with buttons that add others. */
export function AccountCard({ user }: { user: User }) {
  const { linkEmail, linkOAuth, linkPasskey, linkWallet } = useLinkAccount();
  const logins = user.linkedAccounts.filter(isLogin);
  const has = (type: LinkedAccount['type']) => logins.some((account) => account.type === type);
  return (
    <Card title="Account" hooks="useLinkAccount">
      <dl className="rows">
        {logins.map((account) => (
          <div key={`${account.type} ${labelOf(account)}`}>
            <dt>{titleOf(account)}</dt>
            <dd>{labelOf(account)}</dd>
          </div>
        ))}
      </dl>
      <p className="actions">
        {has('email') ? null : (
          <button type="button" className="second" onClick={linkEmail}>
            Add an email
          </button>
        )}
        {has('google_oauth') ? null : (
          <button type="button" className="second" onClick={() => linkOAuth('google')}>
            Link Google
          </button>
        )}
        <button type="button" className="second" onClick={linkPasskey}>
          Add a passkey
        </button>
        {has('wallet') ? null : (
          <button type="button" className="second" onClick={linkWallet}>
            Add a wallet
          </button>
        )}
      </p>
    </Card>
  );
}

/** Returns false for an embedded wallet, which cannot be used to log in. */
const isLogin = (account: LinkedAccount) => account.type !== 'wallet' || account.walletClientType !== 'privy';

function titleOf({ type }: LinkedAccount): string {
  if (type === 'cross_app') return walletApp?.name ?? 'Another app';
  return type.replace('_oauth', '');
}

function labelOf(account: LinkedAccount): string {
  if (account.type === 'cross_app') {
    const [wallet] = account.embeddedWallets;
    return wallet ? shorten(wallet.address) : 'Linked';
  }
  if (account.type === 'wallet') return shorten(account.address);
  for (const name of ['address', 'number', 'email', 'username', 'name', 'authenticatorName'] as const) {
    const value = (account as Partial<Record<typeof name, string | null>>)[name];
    if (value) return value;
  }
  return 'Linked';
}

export function nameOf(user: User): string {
  const [login] = user.linkedAccounts.filter(isLogin).map(labelOf);
  return user.email?.address ?? login ?? 'Logged in';
}
