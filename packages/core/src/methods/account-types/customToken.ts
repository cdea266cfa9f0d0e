import { lazy } from '../../lazy.ts';
import type { AccountTypeRecord } from './accountType.ts';

export const customToken = {
  logIn: lazy(async () => (await import('../customToken.ts')).loginWithCustomToken),
} as const satisfies AccountTypeRecord;
