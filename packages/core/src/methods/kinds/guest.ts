import { door } from '../../door.ts';
import type { Kind } from './kind.ts';

export const guest = {
  logIn: door(async () => (await import('../guest.ts')).logInAsGuest),
} as const satisfies Kind;
