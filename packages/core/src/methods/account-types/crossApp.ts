import { lazy } from '../../lazy.ts';
import type { AccountTypeRecord } from './accountType.ts';

const load = () => import('../crossApp.ts');

export const crossApp = {
  logIn: lazy(async () => (await load()).loginWithCrossAppAccount),
  link: lazy(async () => (await load()).linkCrossAppAccount),
  confirm: lazy(async () => (await load()).confirmWithCrossAppAccount),
  unlink: lazy(async () => (await load()).unlinkCrossAppAccount),
} as const satisfies AccountTypeRecord;
