import { transferRoutes } from '@latchkey/wire';
import { lazy } from '../../lazy.ts';
import { changeAccounts } from '../changes/changeAccounts.ts';
import type { AccountTypeRecord } from './accountType.ts';

const load = () => import('../../oauth.ts');

export const oauth = {
  logIn: lazy(async () => (await load()).initLoginWithOAuth),
  link: lazy(async () => (await load()).initLinkWithOAuth),
  confirm: lazy(async () => (await load()).confirmInOAuthPopup),
  move: (client, { nonce, userInfo }) => changeAccounts(client, transferRoutes.oauth, { nonce, userInfo }),
  unlink: lazy(async () => (await load()).unlinkOAuth),
} as const satisfies AccountTypeRecord;
