import { lazy } from '../../lazy.ts';
import type { AccountTypeRecord } from './accountType.ts';

export const guest = {
  logIn: lazy(async () => (await import('../guest.ts')).createGuestAccount),
} as const satisfies AccountTypeRecord;
