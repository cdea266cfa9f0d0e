import { lazy } from '../../lazy.ts';
import type { AccountTypeRecord } from './accountType.ts';

const load = () => import('../../telegram.ts');

export const telegram = {
  logIn: lazy(async () => (await load()).loginWithTelegram),
  link: lazy(async () => (await load()).linkTelegram),
  confirm: lazy(async () => (await load()).confirmWithTelegram),
  move: lazy(async () => (await import('../changes/moveTelegram.ts')).moveTelegram),
  unlink: lazy(async () => (await load()).unlinkTelegram),
} as const satisfies AccountTypeRecord;
