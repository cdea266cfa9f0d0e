import * as v from 'valibot';
import { about, flag } from '../about.ts';
import { changeCodes, linkConflictCodes, transferCodes, unlinkCodes } from '../codes.ts';
import { feature } from '../feature.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';
import { type TokenReply, tokenReplySchema } from '../tokenReply.ts';
import { userSchema, type WireUser } from '../user.ts';
import { loginMode, transferNonce } from './fields.ts';
import { method } from './method.ts';
import { proofBody } from './proof-body.ts';

/** Path of the script that opens Telegram's login. */
export const telegramScriptPath = '/js/telegram-login.js';

const text = (longest: number) => v.pipe(v.string(), v.maxLength(longest));
/** Whole number, which the login-url flow sends as text (docs/wire/protocol.md §2.7). */
const whole = () =>
  v.union([v.pipe(v.number(), v.safeInteger(), v.minValue(0)), v.pipe(v.string(), v.regex(/^\d{1,16}$/))]);
/** HMAC-SHA-256 in hexadecimal. */
const hash = () => v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/i, 'The hash must be 64 hexadecimal digits'));
/** Accepts fields that Telegram may add later, because its signature covers them. */
const others = () => v.union([text(4_096), v.number(), v.boolean()]);
/** Data that the login widget and a login-url button return. https://core.telegram.org/widgets/login */
export const telegramAuthResultSchema = () =>
  v.objectWithRest(
    {
      id: whole(),
      first_name: v.optional(text(256)),
      last_name: v.optional(text(256)),
      username: v.optional(text(64)),
      photo_url: v.optional(text(2_048)),
      auth_date: whole(),
      hash: hash(),
    },
    others(),
  );
export type TelegramAuthResult = InputOf<typeof telegramAuthResultSchema>;

/** Data with which a mini app is opened. https://core.telegram.org/bots/webapps#webappinitdata */
export const telegramWebAppDataSchema = () =>
  v.objectWithRest(
    {
      /** The user, as JSON. */
      user: text(4_096),
      auth_date: whole(),
      hash: hash(),
    },
    others(),
  );
export type TelegramWebAppData = InputOf<typeof telegramWebAppDataSchema>;

/** Both kinds of data that Telegram signs. A body has exactly one (`hasOneTelegramData`). */
export const telegramDataEntries = () => ({
  telegram_auth_result: v.optional(v.nullable(telegramAuthResultSchema())),
  telegram_web_app_data: v.optional(v.nullable(telegramWebAppDataSchema())),
});
/** Returns true if a body has exactly one of the two. */
export const hasOneTelegramData = (data: {
  telegram_auth_result?: unknown;
  telegram_web_app_data?: unknown;
}): boolean => Boolean(data.telegram_auth_result) !== Boolean(data.telegram_web_app_data);
export const notOneTelegramData = 'Give either telegram_auth_result or telegram_web_app_data';

// Each body has its own pipe, because the type of a shared function would not compile in host apps.
export const telegramDataSchema = () =>
  v.pipe(
    proofBody(telegramDataEntries()),
    v.check((given) => hasOneTelegramData(given), notOneTelegramData),
  );
export type TelegramData = InputOf<typeof telegramDataSchema>;
export type CheckedTelegramData = OutputOf<typeof telegramDataSchema>;

export const telegramAuthenticateBodySchema = () =>
  v.pipe(
    proofBody({
      captcha_token: v.optional(v.nullable(text(4_096))),
      mode: loginMode(),
      ...telegramDataEntries(),
    }),
    v.check((given) => hasOneTelegramData(given), notOneTelegramData),
  );
export type TelegramAuthenticateBody = InputOf<typeof telegramAuthenticateBodySchema>;

export const unlinkTelegramBodySchema = () =>
  v.object({ telegram_user_id: v.pipe(text(32), v.minLength(1)) });
export type UnlinkTelegramBody = InputOf<typeof unlinkTelegramBodySchema>;

export const transferTelegramBodySchema = () =>
  v.pipe(
    proofBody({ nonce: transferNonce(), ...telegramDataEntries() }),
    v.check((given) => hasOneTelegramData(given), notOneTelegramData),
  );
export type TransferTelegramBody = InputOf<typeof transferTelegramBodySchema>;

export const telegramAuthConfigSchema = () =>
  v.strictObject({
    bot_id: about("The number before the colon in the bot's token.", text(32)),
    bot_name: about("The bot's user name, without @.", text(64)),
    link_enabled: flag('If true, users may link a Telegram account.'),
    seamless_auth_enabled: flag('If true, a page that Telegram opens logs the user in without a click.'),
  });

export const telegramRoutes = {
  authenticate: /* @__PURE__ */ route<TelegramAuthenticateBody, TokenReply>({
    name: 'telegram.authenticate',
    method: 'POST',
    path: '/api/v1/telegram/authenticate',
    // A guest sends their token, and becomes the user of the proved account.
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
    summary: 'Logs in with data that Telegram signed for its login widget, a login-url button or a mini app.',
  }),
  link: /* @__PURE__ */ route<TelegramData, WireUser>({
    name: 'telegram.link',
    method: 'POST',
    path: '/api/v1/telegram/link',
    auth: 'user',
    retry: 'never',
    codes: [...changeCodes, 'not_supported', ...linkConflictCodes],
    summary: 'Links a Telegram account to the user, with data that Telegram signed.',
  }),
  unlink: /* @__PURE__ */ route<UnlinkTelegramBody, WireUser>({
    name: 'telegram.unlink',
    method: 'POST',
    path: '/api/v1/telegram/unlink',
    auth: 'user',
    retry: 'never',
    codes: unlinkCodes,
    summary: 'Unlinks the Telegram account from the user, unless it is the last way to log in.',
  }),
  transfer: /* @__PURE__ */ route<TransferTelegramBody, WireUser>({
    name: 'telegram.transfer',
    method: 'POST',
    path: '/api/v1/telegram/transfer',
    auth: 'user',
    retry: 'never',
    codes: [...transferCodes, 'not_supported'],
    summary:
      'Moves a Telegram account of another user to this user, with the nonce from the answer to its link request and data that Telegram signed.',
  }),
} as const;

export const telegramMethod = () =>
  method('telegram', {
    routes: feature('telegram', telegramRoutes, {
      authenticate: {
        body: telegramAuthenticateBodySchema(),
        reply: tokenReplySchema(),
      },
      link: { body: telegramDataSchema(), reply: userSchema() },
      unlink: { body: unlinkTelegramBodySchema(), reply: userSchema() },
      transfer: { body: transferTelegramBodySchema(), reply: userSchema() },
    }),
    logins: ['telegram.authenticate'],
    proof: v.pipe(
      proofBody({ method: v.literal('telegram'), ...telegramDataEntries() }),
      v.check((given) => hasOneTelegramData(given), notOneTelegramData),
    ),
    flags: {
      telegram_auth: flag(
        'If true, users may log in with Telegram. In production, this needs a bot in `telegram_auth_config`.',
      ),
    },
  });
