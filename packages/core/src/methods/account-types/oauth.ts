import { lazy } from '../../lazy.ts';
import type { AccountTypeRecord } from './accountType.ts';

const load = () => import('../../oauth.ts');

export const oauth = {
  logIn: lazy(async () => (await load()).initLoginWithOAuth),
  link: lazy(async () => (await load()).initLinkWithOAuth),
  confirm: lazy(async () => (await load()).confirmInOAuthPopup),
  move: lazy(async () => (await import('../changes/moveOAuth.ts')).moveOAuth),
  unlink: lazy(async () => (await load()).unlinkOAuth),
} as const satisfies AccountTypeRecord;
