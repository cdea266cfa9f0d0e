import * as v from 'valibot';
import { given, givenEmail, givenPhone } from '../account-types/index.ts';
import { feature } from '../feature.ts';
import { type Route, route } from '../route.ts';
import type { InputOf } from '../schema.ts';
import { userSchema, type WireUser } from '../user.ts';

/** A wallet's address. That of a contract may have its chain, as `0x…@eip155:1`, if no other chain's is meant. */
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

/** A look-up of a user by one name of an account. */
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

/** Look-ups of §2.14; 404 is what published server SDKs turn into null. */
export const lookupRoutes = {
  byEmail: /* @__PURE__ */ lookup<InputOf<typeof byEmailSchema>>(
    'byEmail',
    'email/address',
    'A user by e-mail address.',
  ),
  byPhone: /* @__PURE__ */ lookup<InputOf<typeof byNumberSchema>>(
    'byPhone',
    'phone/number',
    'A user by telephone number.',
  ),
  byWallet: /* @__PURE__ */ lookup<InputOf<typeof byAddressSchema>>(
    'byWallet',
    'wallet/address',
    'A user by the address of a wallet.',
  ),
  bySmartWallet: /* @__PURE__ */ lookup<InputOf<typeof byAddressSchema>>(
    'bySmartWallet',
    'smart_wallet/address',
    'Finds no user: there are no smart wallets.',
  ),
  byFarcasterId: /* @__PURE__ */ lookup<InputOf<typeof byFidSchema>>(
    'byFarcasterId',
    'farcaster/fid',
    'A user by Farcaster id.',
  ),
  byDiscordUsername: /* @__PURE__ */ lookup<InputOf<typeof byUsernameSchema>>(
    'byDiscordUsername',
    'discord/username',
    'A user by Discord user name.',
  ),
  byGithubUsername: /* @__PURE__ */ lookup<InputOf<typeof byUsernameSchema>>(
    'byGithubUsername',
    'github/username',
    'A user by GitHub user name.',
  ),
  byTwitterUsername: /* @__PURE__ */ lookup<InputOf<typeof byUsernameSchema>>(
    'byTwitterUsername',
    'twitter/username',
    'A user by Twitter user name.',
  ),
  byTwitterSubject: /* @__PURE__ */ lookup<InputOf<typeof bySubjectSchema>>(
    'byTwitterSubject',
    'twitter/subject',
    'A user by Twitter id.',
  ),
  byTelegramId: /* @__PURE__ */ lookup<InputOf<typeof byTelegramIdSchema>>(
    'byTelegramId',
    'telegram/telegram_user_id',
    'A user by Telegram id.',
  ),
  byTelegramUsername: /* @__PURE__ */ lookup<InputOf<typeof byUsernameSchema>>(
    'byTelegramUsername',
    'telegram/username',
    'A user by Telegram user name.',
  ),
  byCustomId: /* @__PURE__ */ lookup<InputOf<typeof byCustomIdSchema>>(
    'byCustomId',
    'custom_auth/id',
    "A user by the id in the host's own tokens.",
  ),
} as const;

/** Joins the routes with their schemas; the service alone calls it. */
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
