import * as v from 'valibot';
import { loginModes } from '../../methods/email.ts';
import { tokenReplySchema } from '../session.ts';
import { proofBody, transferNonce } from './proof-body.ts';

const text = (longest: number) => v.pipe(v.string(), v.maxLength(longest));
/** A whole number, which the login-url flow writes as text (docs/wire/protocol.md §2.7). */
const whole = () =>
  v.union([v.pipe(v.number(), v.safeInteger(), v.minValue(0)), v.pipe(v.string(), v.regex(/^\d{1,16}$/))]);
/** An HMAC-SHA-256 in hexadecimal. */
const hash = () => v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/i, 'The hash must be 64 hexadecimal digits'));
/** What Telegram adds one day is part of what it signs, so that it must come along. */
const others = () => v.union([text(4_096), v.number(), v.boolean()]);
/** What the login widget and a login-url button give. https://core.telegram.org/widgets/login */
export const telegramAuthResultSchema = v.objectWithRest(
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
export type TelegramAuthResult = v.InferInput<typeof telegramAuthResultSchema>;

/** What a mini app is opened with. https://core.telegram.org/bots/webapps#webappinitdata */
export const telegramWebAppDataSchema = v.objectWithRest(
  {
    /** The person, as JSON. */
    user: text(4_096),
    auth_date: whole(),
    hash: hash(),
  },
  others(),
);
export type TelegramWebAppData = v.InferInput<typeof telegramWebAppDataSchema>;

/** The two kinds of data that Telegram signs. A body has exactly one (`hasOneTelegramData`). */
export const telegramDataEntries = {
  telegram_auth_result: v.optional(v.nullable(telegramAuthResultSchema)),
  telegram_web_app_data: v.optional(v.nullable(telegramWebAppDataSchema)),
};
/** Tells whether a body has exactly one of the two. */
export const hasOneTelegramData = (data: {
  telegram_auth_result?: unknown;
  telegram_web_app_data?: unknown;
}): boolean => Boolean(data.telegram_auth_result) !== Boolean(data.telegram_web_app_data);
export const notOneTelegramData = 'Give either telegram_auth_result or telegram_web_app_data';

// Each body is piped by itself: the type of a function that does it for all entries is one that hosts' compilers refuse.
export const telegramDataSchema = v.pipe(
  proofBody(telegramDataEntries),
  v.check((given) => hasOneTelegramData(given), notOneTelegramData),
);
export type TelegramData = v.InferInput<typeof telegramDataSchema>;
export type CheckedTelegramData = v.InferOutput<typeof telegramDataSchema>;

export const telegramAuthenticateBodySchema = v.pipe(
  proofBody({
    captcha_token: v.optional(v.nullable(text(4_096))),
    mode: v.optional(v.nullable(v.picklist(loginModes))),
    ...telegramDataEntries,
  }),
  v.check((given) => hasOneTelegramData(given), notOneTelegramData),
);
export type TelegramAuthenticateBody = v.InferInput<typeof telegramAuthenticateBodySchema>;
export const telegramAuthenticateReplySchema = tokenReplySchema;

export const unlinkTelegramBodySchema = v.object({ telegram_user_id: v.pipe(text(32), v.minLength(1)) });
export type UnlinkTelegramBody = v.InferInput<typeof unlinkTelegramBodySchema>;

export const transferTelegramBodySchema = v.pipe(
  proofBody({ nonce: transferNonce(), ...telegramDataEntries }),
  v.check((given) => hasOneTelegramData(given), notOneTelegramData),
);
export type TransferTelegramBody = v.InferInput<typeof transferTelegramBodySchema>;
