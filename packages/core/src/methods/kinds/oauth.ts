import { transferRoutes } from '@latchkey/wire';
import { door } from '../../door.ts';
import { changeAccounts } from '../changes/changeAccounts.ts';
import type { Kind } from './kind.ts';

const load = () => import('../../oauth.ts');

export const oauth = {
  logIn: door(async () => (await load()).initLoginWithOAuth),
  link: door(async () => (await load()).initLinkWithOAuth),
  confirm: door(async () => (await load()).confirmInOAuthPopup),
  move: (client, { nonce, userInfo }) => changeAccounts(client, transferRoutes.oauth, { nonce, userInfo }),
  unlink: door(async () => (await load()).unlinkOAuth),
} as const satisfies Kind;
