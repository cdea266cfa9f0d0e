import { lazy } from '../../lazy.ts';
import type { AccountTypeRecord } from './accountType.ts';

const load = () => import('../../walletLogin.ts');
const remove = lazy(async () => (await load()).unlinkWallet);

export const wallet = {
  logIn: lazy(async () => (await load()).loginWithWallet),
  link: lazy(async () => (await load()).linkWallet),
  confirm: lazy(async () => (await load()).confirmWithWallet),
  move: lazy(async () => (await import('../changes/moveWallet.ts')).moveWallet),
  unlink: remove,
} as const satisfies AccountTypeRecord;
