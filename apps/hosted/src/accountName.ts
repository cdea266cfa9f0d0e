import type { LinkedAccount, User } from '@latchkey/core';
import { shorten } from './page/dom.ts';

/**
 * Returns the name of a user's account: the email address, or else the label of the first login, or else the shortened
 * user id.
 */
export function accountName(user: User): string {
  if (user.email) return user.email.address;
  const [label] = user.linkedAccounts.filter(isLogin).map(labelOf);
  return label ?? shorten(user.id.replace(/^did:privy:/, ''));
}

/** Returns false for an embedded wallet, which cannot be used to log in. */
const isLogin = (account: LinkedAccount) => account.type !== 'wallet' || account.walletClientType !== 'privy';

function labelOf(account: LinkedAccount): string | undefined {
  if (account.type === 'wallet') return shorten(account.address);
  for (const name of ['address', 'number', 'email', 'username', 'name', 'authenticatorName'] as const) {
    const value = (account as Partial<Record<typeof name, string | null>>)[name];
    if (value) return value;
  }
  return undefined;
}
