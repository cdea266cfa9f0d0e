import { lazy } from '../../lazy.ts';
import type { Kind } from './kind.ts';

export const customToken = {
  logIn: lazy(async () => (await import('../customToken.ts')).loginWithCustomToken),
} as const satisfies Kind;
