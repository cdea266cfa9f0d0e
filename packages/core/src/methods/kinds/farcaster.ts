import { transferRoutes } from '@latchkey/wire';
import { door } from '../../door.ts';
import { changeAccounts } from '../changes/changeAccounts.ts';
import type { Kind } from './kind.ts';

const load = () => import('../../farcaster.ts');

export const farcaster = {
  logIn: door(async () => (await load()).createFarcasterLogin),
  link: door(async () => (await load()).createFarcasterLink),
  confirm: door(async () => (await load()).createFarcasterConfirmation),
  move: (client, { nonce, subject }) =>
    changeAccounts(client, transferRoutes.farcaster, { nonce, farcaster_id: subject }),
  unlink: door(async () => (await load()).unlinkFarcaster),
} as const satisfies Kind;
