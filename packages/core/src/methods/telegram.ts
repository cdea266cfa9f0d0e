import { ServiceError, type TelegramAuthResult, type TelegramData } from '@latchkey/wire';
import type { LatchkeyClient } from '../client.ts';
import { internalsOf } from '../internals.ts';
import type { LoginResult } from '../session/index.ts';
import type { AccountChange } from './changes/index.ts';

export interface TelegramLoginInput {
  /** What Telegram signed. Without it Telegram is asked in a popup, which a press must be the reason of. */
  readonly data?: TelegramData;
  /** Lets in only those who have an account. @default false */
  readonly disableSignup?: boolean;
}

/** Loads what speaks to Telegram. @throws ServiceError `network_error` */
const room = () =>
  import('./telegram/index.ts').catch((cause: unknown) => {
    throw new ServiceError('network_error', { cause });
  });

/**
 * Loads the script that opens Telegram's login. Call it when the button is shown: a browser opens a popup only while it
 * handles a press, and a moment after.
 *
 * @throws ServiceError `unknown_auth_error` when the script cannot be loaded: no network, or a policy of the page's that
 *   lets no script come from the service
 */
export async function loadTelegramScript(client: LatchkeyClient): Promise<void> {
  await (await room()).loadTelegramScript(client);
}

/**
 * Asks Telegram who somebody is, in a popup. {@link loadTelegramScript} comes first.
 *
 * @returns what Telegram signed, for {@link loginWithTelegram} or {@link linkTelegram}; good once, for a day
 * @throws ServiceError `unknown_auth_error` where the script is not loaded, the app has no bot, or the person said no
 */
export async function initLoginWithTelegram(client: LatchkeyClient): Promise<TelegramData> {
  const result = await (await room()).askTelegram(client);
  return { telegram_auth_result: result as TelegramAuthResult };
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
  input: TelegramLoginInput = {},
): Promise<LoginResult> {
  return (await room()).loginWithTelegram(client, input);
}

/**
 * Links a Telegram account to the user who is signed in.
 *
 * @throws ServiceError `must_be_authenticated` and `cannot_link_more_of_type` before Telegram is asked, those of
 *   {@link initLoginWithTelegram}, `linked_to_another_user`, `recent_login_required`, and the codes of the route
 */
export async function linkTelegram(client: LatchkeyClient, data?: TelegramData): Promise<AccountChange> {
  return (await room()).linkTelegram(client, data);
}

/**
 * Takes what Telegram opened this page with, if the app lets its people in so: by a button of a chat, or as a mini app.
 * Null also for whoever is signed in, and the second time. {@link loginWithTelegram} logs in with it; the modal does so by
 * itself.
 */
export async function takeTelegramReturn(client: LatchkeyClient): Promise<TelegramData | null> {
  return internalsOf(client).telegramReturn && (await room()).takeTelegramReturn(client);
}
