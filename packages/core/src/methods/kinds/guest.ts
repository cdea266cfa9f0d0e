import { lazy } from '../../lazy.ts';
import type { Kind } from './kind.ts';

export const guest = {
  logIn: lazy(async () => (await import('../guest.ts')).createGuestAccount),
} as const satisfies Kind;
