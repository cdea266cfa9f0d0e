import { door } from '../../door.ts';
import type { Kind } from './kind.ts';

const load = () => import('../crossApp.ts');

export const crossApp = {
  logIn: door(async () => (await load()).loginWithCrossAppAccount),
  link: door(async () => (await load()).linkCrossAppAccount),
  confirm: door(async () => (await load()).confirmWithCrossAppAccount),
  unlink: door(async () => (await load()).unlinkCrossAppAccount),
} as const satisfies Kind;
