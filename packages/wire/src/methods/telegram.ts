import { route } from '../route.ts';
import type {
  TelegramAuthenticateBody,
  TelegramData,
  UnlinkTelegramBody,
} from '../schemas/methods/telegram.ts';
import type { TokenReply } from '../schemas/session.ts';
import type { WireUser } from '../schemas/user.ts';
import { changeCodes, linkConflictCodes, unlinkCodes } from './account-codes.ts';

/** Where the service serves the script that opens Telegram's login. */
export const telegramScriptPath = '/js/telegram-login.js';

export const telegramRoutes = {
  authenticate: /* @__PURE__ */ route<TelegramAuthenticateBody, TokenReply>({
    name: 'telegram.authenticate',
    method: 'POST',
    path: '/api/v1/telegram/authenticate',
    // The bearer of a guest, who becomes the user of the proved account.
    auth: 'optional',
    retry: 'never',
    codes: [
      'invalid_captcha',
      'invalid_credentials',
      'not_supported',
      'disallowed_login_method',
      'allowlist_rejected',
      'max_accounts_reached',
      'user_does_not_exist',
      'linked_to_another_user',
    ],
    summary: 'Logs in with what Telegram signed: for its login widget, a login-url button or a mini app.',
  }),
  link: /* @__PURE__ */ route<TelegramData, WireUser>({
    name: 'telegram.link',
    method: 'POST',
    path: '/api/v1/telegram/link',
    auth: 'user',
    retry: 'never',
    codes: [...changeCodes, 'not_supported', ...linkConflictCodes],
    summary: 'Links a Telegram account to the user, by what Telegram signed.',
  }),
  unlink: /* @__PURE__ */ route<UnlinkTelegramBody, WireUser>({
    name: 'telegram.unlink',
    method: 'POST',
    path: '/api/v1/telegram/unlink',
    auth: 'user',
    retry: 'never',
    codes: unlinkCodes,
    summary: 'Takes the Telegram account from the user, unless it is the last way to log in.',
  }),
} as const;
