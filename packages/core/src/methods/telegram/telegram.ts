import { fail, type TelegramAuthResult, type TelegramData, telegramRoutes } from '@latchkey/wire';
import { passCaptcha } from '../../captcha/index.ts';
import type { LatchkeyClient } from '../../client.ts';
import { internalsOf } from '../../internals.ts';
import type { LoginResult } from '../../session/index.ts';
import { type AccountChange, changeAccounts, checkFree, guardLink } from '../changes/index.ts';
import { rememberLogin } from '../recentLogin.ts';
import type { TelegramLoginInput } from '../telegram.ts';
import { askTelegram } from './script.ts';

/** What Telegram signed: what the caller has, or what it is asked for now. */
const proofOf = async (client: LatchkeyClient, data: TelegramData | undefined): Promise<TelegramData> =>
  data ?? { telegram_auth_result: (await askTelegram(client)) as TelegramAuthResult };

/** Logs in with what Telegram signed. */
export async function loginWithTelegram(
  client: LatchkeyClient,
  { data, disableSignup = false }: TelegramLoginInput,
): Promise<LoginResult> {
  const proof = await proofOf(client, data);
  const mode = disableSignup ? 'no-signup' : 'login-or-sign-up';
  const login = await passCaptcha(client, ({ token }) =>
    internalsOf(client).session.authenticate((post) =>
      post(telegramRoutes.authenticate, {
        body: { ...proof, mode, ...(token === undefined ? {} : { captcha_token: token }) },
      }),
    ),
  );
  rememberLogin(client, { method: 'telegram' });
  return login;
}

/** Links a Telegram account to the user who is signed in. */
export async function linkTelegram(client: LatchkeyClient, data?: TelegramData): Promise<AccountChange> {
  return guardLink(
    () => checkFree(client, 'telegram'),
    async () => {
      const user = await changeAccounts(client, telegramRoutes.link, await proofOf(client, data));
      const account = user.linkedAccounts.findLast(({ type }) => type === 'telegram');
      return { user, account: account ?? fail('failed_to_link_account') };
    },
  );
}

/** What Telegram opened the page with, if the app lets people in so; the second time nothing. */
export function takeTelegramReturn(client: LatchkeyClient): TelegramData | null {
  const internals = internalsOf(client);
  const { telegramReturn } = internals;
  const { authenticated, settings, user } = internals.state.get();
  const config = settings?.loginConfig.telegramAuthConfiguration;
  if (!config?.seamlessAuthEnabled || (authenticated && !user?.isGuest)) return null;
  internals.telegramReturn = null;
  return telegramReturn;
}
