import { lazy } from '../../lazy.ts';
import type { AccountTypeRecord } from './accountType.ts';

const load = () => import('../../farcaster.ts');

export const farcaster = {
  logIn: lazy(async () => (await load()).createFarcasterLogin),
  link: lazy(async () => (await load()).createFarcasterLink),
  confirm: lazy(async () => (await load()).createFarcasterConfirmation),
  move: lazy(async () => (await import('../changes/moveFarcaster.ts')).moveFarcaster),
  unlink: lazy(async () => (await load()).unlinkFarcaster),
} as const satisfies AccountTypeRecord;
