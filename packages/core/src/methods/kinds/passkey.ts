import { door } from '../../door.ts';
import type { Kind } from './kind.ts';

const load = () => import('../../passkey.ts');

/** No one else's passkey can be moved: it cannot be proved by who does not hold it. */
export const passkey = {
  logIn: door(async () => (await load()).createPasskeyLogin),
  link: door(async () => (await load()).linkWithPasskey),
  confirm: door(async () => (await load()).confirmWithPasskey),
  unlink: door(async () => (await load()).unlinkPasskey),
} as const satisfies Kind;
