import { transferRoutes } from '@latchkey/wire';
import { lazy } from '../../lazy.ts';
import { changeAccounts } from '../changes/changeAccounts.ts';
import type { AccountTypeRecord } from './accountType.ts';

const load = () => import('../../farcaster.ts');

export const farcaster = {
  logIn: lazy(async () => (await load()).createFarcasterLogin),
  link: lazy(async () => (await load()).createFarcasterLink),
  confirm: lazy(async () => (await load()).createFarcasterConfirmation),
  move: (client, { nonce, subject }) =>
    changeAccounts(client, transferRoutes.farcaster, { nonce, farcaster_id: subject }),
  unlink: lazy(async () => (await load()).unlinkFarcaster),
} as const satisfies AccountTypeRecord;
