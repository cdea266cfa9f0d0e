import { door } from '../../door.ts';
import type { Kind } from './kind.ts';

export const customToken = {
  logIn: door(async () => (await import('../customToken.ts')).logInByToken),
} as const satisfies Kind;
