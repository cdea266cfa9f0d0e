import * as v from 'valibot';
import { given, givenEmail, givenPhone } from '../account-types/index.ts';
import { feature } from '../feature.ts';
import { type Route, route } from '../route.ts';
import type { InputOf } from '../schema.ts';
import { userSchema, type WireUser } from '../user.ts';

/**
 * Address of a wallet. The address of a contract may include its chain, as in `0x…@eip155:1`, to exclude other
 * chains.
 */
export const byAddressSchema = () => v.object({ address: given(80) });
export const byEmailSchema = () => v.object({ address: givenEmail() });
export const byNumberSchema = () => v.object({ number: givenPhone() });
export const byUsernameSchema = () => v.object({ username: given() });
export const bySubjectSchema = () => v.object({ subject: given() });
export const byFidSchema = () => v.object({ fid: v.pipe(v.number(), v.integer(), v.minValue(0)) });
export const byTelegramIdSchema = () =>
  v.object({
    telegram_user_id: v.pipe(v.union([given(20), v.number()]), v.transform(String), v.regex(/^\d{1,20}$/)),
  });
export const byCustomIdSchema = () => v.object({ custom_user_id: given() });

/** Declares a look-up of a user by an identifier of an account, such as an email address or a wallet address. */
const lookup = <Body>(name: string, path: string, summary: string): Route<Body, WireUser> =>
  route<Body, WireUser>({
    name: `directory.${name}`,
    method: 'POST',
    path: `/api/v1/users/${path}`,
    auth: 'app-secret',
    retry: 'safe',
    codes: ['invalid_app_secret', 'user_does_not_exist'],
    summary,
  });

/** Look-ups of docs/wire/protocol.md §2.14. Published server SDKs turn a 404 into null. */
export const lookupRoutes = {
  byEmail: /* @__PURE__ */ lookup<InputOf<typeof byEmailSchema>>(
    'byEmail',
    'email/address',
    'Finds a user by email address.',
  ),
  byPhone: /* @__PURE__ */ lookup<InputOf<typeof byNumberSchema>>(
    'byPhone',
    'phone/number',
    'Finds a user by phone number.',
  ),
  byWallet: /* @__PURE__ */ lookup<InputOf<typeof byAddressSchema>>(
    'byWallet',
    'wallet/address',
    'Finds a user by wallet address.',
  ),
  bySmartWallet: /* @__PURE__ */ lookup<InputOf<typeof byAddressSchema>>(
    'bySmartWallet',
    'smart_wallet/address',
    'Never finds a user, because there are no smart wallets.',
  ),
  byFarcasterId: /* @__PURE__ */ lookup<InputOf<typeof byFidSchema>>(
    'byFarcasterId',
    'farcaster/fid',
    'Finds a user by Farcaster id.',
  ),
  byDiscordUsername: /* @__PURE__ */ lookup<InputOf<typeof byUsernameSchema>>(
    'byDiscordUsername',
    'discord/username',
    'Finds a user by Discord user name.',
  ),
  byGithubUsername: /* @__PURE__ */ lookup<InputOf<typeof byUsernameSchema>>(
    'byGithubUsername',
    'github/username',
    'Finds a user by GitHub user name.',
  ),
  byTwitterUsername: /* @__PURE__ */ lookup<InputOf<typeof byUsernameSchema>>(
    'byTwitterUsername',
    'twitter/username',
    'Finds a user by Twitter user name.',
  ),
  byTwitterSubject: /* @__PURE__ */ lookup<InputOf<typeof bySubjectSchema>>(
    'byTwitterSubject',
    'twitter/subject',
    'Finds a user by Twitter id.',
  ),
  byTelegramId: /* @__PURE__ */ lookup<InputOf<typeof byTelegramIdSchema>>(
    'byTelegramId',
    'telegram/telegram_user_id',
    'Finds a user by Telegram id.',
  ),
  byTelegramUsername: /* @__PURE__ */ lookup<InputOf<typeof byUsernameSchema>>(
    'byTelegramUsername',
    'telegram/username',
    'Finds a user by Telegram user name.',
  ),
  byCustomId: /* @__PURE__ */ lookup<InputOf<typeof byCustomIdSchema>>(
    'byCustomId',
    'custom_auth/id',
    "Finds a user by their id in the host app's own tokens.",
  ),
} as const;

export const lookupFeature = () =>
  feature('directory', lookupRoutes, {
    byEmail: { body: byEmailSchema(), reply: userSchema() },
    byPhone: { body: byNumberSchema(), reply: userSchema() },
    byWallet: { body: byAddressSchema(), reply: userSchema() },
    bySmartWallet: { body: byAddressSchema(), reply: userSchema() },
    byFarcasterId: { body: byFidSchema(), reply: userSchema() },
    byDiscordUsername: { body: byUsernameSchema(), reply: userSchema() },
    byGithubUsername: { body: byUsernameSchema(), reply: userSchema() },
    byTwitterUsername: { body: byUsernameSchema(), reply: userSchema() },
    byTwitterSubject: { body: bySubjectSchema(), reply: userSchema() },
    byTelegramId: { body: byTelegramIdSchema(), reply: userSchema() },
    byTelegramUsername: { body: byUsernameSchema(), reply: userSchema() },
    byCustomId: { body: byCustomIdSchema(), reply: userSchema() },
  });
