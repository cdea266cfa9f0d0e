import { lazy } from '../../lazy.ts';
import type { AccountTypeRecord } from './accountType.ts';

const load = () => import('../../passkey.ts');

/** No one else's passkey can be moved: it cannot be proved by who does not hold it. */
export const passkey = {
  logIn: lazy(async () => (await load()).createPasskeyLogin),
  link: lazy(async () => (await load()).linkWithPasskey),
  confirm: lazy(async () => (await load()).confirmWithPasskey),
  unlink: lazy(async () => (await load()).unlinkPasskey),
} as const satisfies AccountTypeRecord;
