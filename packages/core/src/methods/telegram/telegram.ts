import {
  type ConfirmationAct,
  fail,
  isCode,
  type TelegramAuthResult,
  type TelegramData,
  telegramRoutes,
} from '@latchkey/wire';
import { passCaptcha } from '../../captcha/index.ts';
import { contextsOf } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import type { LoginResult } from '../../session/index.ts';
import {
  type AccountChange,
  type Confirmation,
  changeAccounts,
  checkFree,
  confirmWith,
  guardLink,
} from '../changes/index.ts';
import { rememberLogin } from '../recentLogin.ts';
import { requestTelegramData } from './script.ts';

export interface TelegramLoginInput {
  /** Data that Telegram signed. If it is absent, Telegram's login opens in a popup, which requires a click. */
  readonly data?: TelegramData;
  /** True to admit only existing users. @default false */
  readonly disableSignup?: boolean;
}

/** Returns the caller's data, or else requests it from Telegram now. */
const proofOf = async (client: LatchkeyClient, data: TelegramData | undefined): Promise<TelegramData> =>
  data ?? initLoginWithTelegram(client);

/**
 * Opens Telegram's login in a popup. Call {@link loadTelegramScript} beforehand, so the click need not wait for the
 * script.
 *
 * @returns the data that Telegram signed, for {@link loginWithTelegram} or {@link linkTelegram}; valid once, for a
 *   day
 * @throws ServiceError `unknown_auth_error` if the script cannot be loaded, the app has no bot, or the user
 *   declined
 */
export async function initLoginWithTelegram(client: LatchkeyClient): Promise<TelegramData> {
  return { telegram_auth_result: (await requestTelegramData(client)) as TelegramAuthResult };
}

/**
 * Logs in with data that Telegram signed.
 *
 * @throws ServiceError the codes of {@link initLoginWithTelegram}, `no_auth_flow` while a user who is not a guest is
 *   signed in, `invalid_credentials` for data that is too old or was used (a mini app's data can log in again for an
 *   hour on the same network), `user_does_not_exist` with `disableSignup`, and the codes of the route
 * @example
 * await loadTelegramScript(client);
 * button.onclick = () => loginWithTelegram(client);
 */
export async function loginWithTelegram(
  client: LatchkeyClient,
  { data, disableSignup = false }: TelegramLoginInput = {},
): Promise<LoginResult> {
  const proof = await proofOf(client, data);
  const mode = disableSignup ? 'no-signup' : 'login-or-sign-up';
  const login = await passCaptcha(client, ({ token }) =>
    contextsOf(client).session.authenticate((post) =>
      post(telegramRoutes.authenticate, {
        body: { ...proof, mode, ...(token === undefined ? {} : { captcha_token: token }) },
      }),
    ),
  );
  rememberLogin(client, { method: 'telegram' });
  return login;
}

/**
 * Links a Telegram account to the signed-in user.
 *
 * @throws ServiceError `must_be_authenticated` and `cannot_link_more_of_type` before Telegram's login opens, the
 *   codes of {@link initLoginWithTelegram}, `linked_to_another_user`, `recent_login_required`, and the codes of the
 *   route
 */
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

/**
 * Confirms the signed-in user's login with Telegram. Afterwards, repeat the action that was refused with
 * `recent_login_required`. A mini app uses the data with which Telegram opened it. Any other page opens a popup: call
 * {@link loadTelegramScript} first. The session stays the same.
 *
 * @param act the action to confirm, which `toConfirmationAct` reads from the refusal
 * @throws ServiceError the codes of {@link initLoginWithTelegram}, `must_be_authenticated`, `invalid_credentials`
 *   for an account that is not the user's, `recent_login_required` with `details.reason` `reopen_mini_app` if
 *   Telegram must open the mini app again for new data, and the codes of the route
 */
export async function confirmWithTelegram(
  client: LatchkeyClient,
  act?: ConfirmationAct,
): Promise<Confirmation> {
  const miniApp = contextsOf(client).page.miniApp.get();
  if (!miniApp) {
    return confirmWith(client, { method: 'telegram', ...(await initLoginWithTelegram(client)) }, act);
  }
  return confirmWith(client, { method: 'telegram', ...miniApp }, act).catch((cause: unknown) => {
    if (!isStale(cause)) throw cause;
    const details = { reason: 'reopen_mini_app' };
    return fail('recent_login_required', { message: 'Reopen this app in Telegram', details, cause });
  });
}

/** Returns true if the service refused a valid proof because it was too old or used. */
const isStale = (error: unknown): boolean =>
  isCode(error, 'invalid_credentials') &&
  (error.details?.reason === 'proof_too_old' || error.details?.reason === 'proof_used');

/**
 * Returns true if Telegram opened this page as a mini app, where Telegram's popup does not open. Known once the client
 * has started.
 */
export function isTelegramMiniApp(client: LatchkeyClient): boolean {
  return contextsOf(client).page.miniApp.get() !== null;
}

/**
 * Returns the data with which Telegram opened this page, from a button in a chat or as a mini app, if the app allows
 * such logins. Returns null while a user who is not a guest is signed in, and once the data was returned. Pass the
 * data to {@link loginWithTelegram}; the modal does so by itself.
 */
export async function takeTelegramReturn(client: LatchkeyClient): Promise<TelegramData | null> {
  await contextsOf(client).page.arrival.get();
  const { page, session } = contextsOf(client);
  const { authenticated, settings, user } = session.state.get();
  const config = settings?.loginConfig.telegramAuthConfiguration;
  const isOn = settings?.loginMethods.includes('telegram') && config?.seamlessAuthEnabled;
  if (!isOn || (authenticated && !user?.isGuest)) return null;
  return page.telegramReturn.take();
}
