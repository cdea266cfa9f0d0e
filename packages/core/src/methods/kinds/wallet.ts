import { transferRoutes } from '@latchkey/wire';
import { door } from '../../door.ts';
import { changeAccounts } from '../changes/changeAccounts.ts';
import type { Kind } from './kind.ts';

const load = () => import('../../walletLogin.ts');
const remove = door(async () => (await load()).removeWallet);

export const wallet = {
  logIn: door(async () => (await load()).logInByWallet),
  link: door(async () => (await load()).linkByWallet),
  confirm: door(async () => (await load()).confirmByWallet),
  move(client, { nonce, subject }) {
    // A contract's account is address and chain together.
    const [address = '', chainId] = subject.split('@');
    return address.startsWith('0x')
      ? changeAccounts(client, transferRoutes.wallet, { nonce, address, chainId })
      : changeAccounts(client, transferRoutes.solanaWallet, { nonce, address });
  },
  unlink: remove,
} as const satisfies Kind;
