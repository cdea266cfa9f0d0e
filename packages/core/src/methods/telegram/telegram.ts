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
  /** What Telegram signed. Without it Telegram is asked in a popup, which a press must be the reason of. */
  readonly data?: TelegramData;
  /** Lets in only those who have an account. @default false */
  readonly disableSignup?: boolean;
}

/** What Telegram signed: what the caller has, or what it is asked for now. */
const proofOf = async (client: LatchkeyClient, data: TelegramData | undefined): Promise<TelegramData> =>
  data ?? initLoginWithTelegram(client);

/**
 * Asks Telegram who someone is, in a popup. Call {@link loadTelegramScript} beforehand, so that the press need not wait for it.
 *
 * @returns what Telegram signed, for {@link loginWithTelegram} or {@link linkTelegram}; good once, for a day
 * @throws ServiceError `unknown_auth_error` where the script cannot be loaded, the app has no bot, or the person said no
 */
export async function initLoginWithTelegram(client: LatchkeyClient): Promise<TelegramData> {
  return { telegram_auth_result: (await requestTelegramData(client)) as TelegramAuthResult };
}

/**
 * Logs in with what Telegram signed.
 *
 * @throws ServiceError those of {@link initLoginWithTelegram}, `invalid_credentials` for what is too old or was used,
 *   `user_does_not_exist` with `disableSignup`, and the codes of the route
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
 * Links a Telegram account to the user who is signed in.
 *
 * @throws ServiceError `must_be_authenticated` and `cannot_link_more_of_type` before Telegram is asked, those of
 *   {@link initLoginWithTelegram}, `linked_to_another_user`, `recent_login_required`, and the codes of the route
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
 * Has the user who is signed in prove by Telegram who they are, so that an act that was refused with
 * `recent_login_required` can be tried again: in a popup, for which {@link loadTelegramScript} comes first, or in a mini app
 * by what Telegram opened it with. The session stays the same.
 *
 * @param act what the proof is for, by `toConfirmationAct` of the refusal
 * @throws ServiceError those of {@link initLoginWithTelegram}, `must_be_authenticated`, `invalid_credentials` for an
 *   account that is not theirs, `recent_login_required` with `details.reason` `reopen_mini_app` where only Telegram can say
 *   it anew, by opening the mini app again, and the codes of the route
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

/** Whether the service took a proof for a good one that came too late, or came before. */
const isStale = (error: unknown): boolean =>
  isCode(error, 'invalid_credentials') &&
  (error.details?.reason === 'proof_too_old' || error.details?.reason === 'proof_used');

/** Tells whether Telegram shows this page as a mini app, where no popup of Telegram's opens. Known once the client started. */
export function isTelegramMiniApp(client: LatchkeyClient): boolean {
  return contextsOf(client).page.miniApp.get() !== null;
}

/**
 * Takes what Telegram opened this page with, if the app lets its people in so: by a button of a chat, or as a mini app.
 * Null also for the user who is signed in, and the second time. {@link loginWithTelegram} logs in with it; the modal does so by
 * itself.
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
