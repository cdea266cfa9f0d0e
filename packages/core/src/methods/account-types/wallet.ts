import { transferRoutes } from '@latchkey/wire';
import { lazy } from '../../lazy.ts';
import { changeAccounts } from '../changes/changeAccounts.ts';
import type { AccountTypeRecord } from './accountType.ts';

const load = () => import('../../walletLogin.ts');
const remove = lazy(async () => (await load()).unlinkWallet);

export const wallet = {
  logIn: lazy(async () => (await load()).loginWithWallet),
  link: lazy(async () => (await load()).linkWallet),
  confirm: lazy(async () => (await load()).confirmWithWallet),
  move(client, { nonce, subject }) {
    // A contract's account is address and chain together.
    const [address = '', chainId] = subject.split('@');
    return address.startsWith('0x')
      ? changeAccounts(client, transferRoutes.wallet, { nonce, address, chainId })
      : changeAccounts(client, transferRoutes.solanaWallet, { nonce, address });
  },
  unlink: remove,
} as const satisfies AccountTypeRecord;
