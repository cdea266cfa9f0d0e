import type * as v from 'valibot';
import { type Route, route } from '../route.ts';
import type { WireUser } from '../schemas/user.ts';
import type * as d from '../schemas/users/directory.ts';

const refused = 'invalid_app_secret';

/** A look-up of a user by one name of an account. */
const lookup = <Body>(name: string, path: string, summary: string): Route<Body, WireUser> =>
  route<Body, WireUser>({
    name: `directory.${name}`,
    method: 'POST',
    path: `/api/v1/users/${path}`,
    auth: 'app-secret',
    retry: 'safe',
    codes: [refused, 'user_does_not_exist'],
    summary,
  });

/** A change of one user. */
const change = <Body, Reply = WireUser>(
  facts: Pick<Route<Body, Reply>, 'method' | 'path' | 'summary' | 'codes' | 'input'> & { name: string },
): Route<Body, Reply> =>
  route<Body, Reply>({
    ...facts,
    name: `directory.${facts.name}`,
    auth: 'app-secret',
    retry: 'never',
    codes: [refused, ...facts.codes],
  });

/** What a back end of the app asks about its users (docs/wire/protocol.md §2.14), by the app's secret. */
export const directoryRoutes = {
  getUser: /* @__PURE__ */ route<undefined, WireUser>({
    name: 'directory.getUser',
    method: 'GET',
    path: '/api/v1/users/{user_id}',
    auth: 'app-secret',
    retry: 'safe',
    codes: [refused, 'user_does_not_exist'],
    summary: 'One user with all accounts.',
  }),
  listUsers: /* @__PURE__ */ route<v.InferInput<typeof d.listUsersQuerySchema>, d.UserPage>({
    name: 'directory.listUsers',
    method: 'GET',
    path: '/api/v1/users',
    input: 'query',
    auth: 'app-secret',
    retry: 'safe',
    codes: [refused],
    summary: 'All users, 100 at a time: go on with `next_cursor` until it is null.',
  }),
  searchUsers: /* @__PURE__ */ route<v.InferInput<typeof d.searchUsersBodySchema>, d.UserPage>({
    name: 'directory.searchUsers',
    method: 'POST',
    path: '/api/v1/users/search',
    auth: 'app-secret',
    retry: 'safe',
    codes: [refused],
    summary: 'Users by a term with which an account begins, or by lists of e-mails, numbers and wallets.',
  }),
  importUser: /* @__PURE__ */ change<v.InferInput<typeof d.importUserBodySchema>>({
    name: 'importUser',
    method: 'POST',
    path: '/api/v1/users',
    codes: ['linked_to_another_user', 'cannot_link_more_of_type', 'max_accounts_reached', 'not_supported'],
    summary:
      'Makes a user with accounts that were proved elsewhere; the same accounts again answer the same user.',
  }),
  setMetadata: /* @__PURE__ */ change<v.InferInput<typeof d.setMetadataBodySchema>>({
    name: 'setMetadata',
    method: 'POST',
    path: '/api/v1/users/{user_id}/custom_metadata',
    codes: ['user_does_not_exist'],
    summary: 'Replaces what the back end notes about a user.',
  }),
  unlinkAccount: /* @__PURE__ */ change<v.InferInput<typeof d.unlinkAccountBodySchema>>({
    name: 'unlinkAccount',
    method: 'POST',
    path: '/api/v1/users/{user_id}/accounts/unlink',
    codes: ['user_does_not_exist', 'not_found', 'cannot_unlink_sole_account', 'not_supported'],
    summary: 'Takes an account from a user, unless it is the last way in.',
  }),
  deleteUser: /* @__PURE__ */ change<
    v.InferInput<typeof d.deleteUserQuerySchema>,
    v.InferOutput<typeof d.deleteUserReplySchema>
  >({
    name: 'deleteUser',
    method: 'DELETE',
    path: '/api/v1/users/{user_id}',
    input: 'query',
    codes: ['user_does_not_exist'],
    summary:
      'The user is gone at once; what is kept, wallet parts too, is destroyed after 7 days or `immediately`.',
  }),
  exportUser: /* @__PURE__ */ change<undefined, d.UserExport>({
    name: 'exportUser',
    method: 'GET',
    path: '/api/v1/users/{user_id}/export',
    codes: ['user_does_not_exist'],
    summary: 'Everything that is kept about a user, but for secrets.',
  }),
  createWallets: /* @__PURE__ */ change<d.WalletCreation>({
    name: 'createWallets',
    method: 'POST',
    path: '/api/v1/users/{user_id}/wallets',
    codes: ['not_supported'],
    summary: "Not supported: keys are made in the user's browser alone.",
  }),
  createWalletOfApp: /* @__PURE__ */ change<d.WalletCreation>({
    name: 'createWalletOfApp',
    method: 'POST',
    path: '/api/v1/apps/{id}/users/wallet',
    codes: ['not_supported'],
    summary: "Not supported: keys are made in the user's browser alone.",
  }),
} as const;

/** Look-ups of §2.14; 404 is what published server SDKs turn into null. */
export const lookupRoutes = {
  byEmail: /* @__PURE__ */ lookup<v.InferInput<typeof d.byEmailSchema>>(
    'byEmail',
    'email/address',
    'A user by e-mail address.',
  ),
  byPhone: /* @__PURE__ */ lookup<v.InferInput<typeof d.byNumberSchema>>(
    'byPhone',
    'phone/number',
    'A user by telephone number.',
  ),
  byWallet: /* @__PURE__ */ lookup<v.InferInput<typeof d.byAddressSchema>>(
    'byWallet',
    'wallet/address',
    'A user by the address of a wallet.',
  ),
  bySmartWallet: /* @__PURE__ */ lookup<v.InferInput<typeof d.byAddressSchema>>(
    'bySmartWallet',
    'smart_wallet/address',
    'Finds no user: there are no smart wallets.',
  ),
  byFarcasterId: /* @__PURE__ */ lookup<v.InferInput<typeof d.byFidSchema>>(
    'byFarcasterId',
    'farcaster/fid',
    'A user by Farcaster id.',
  ),
  byDiscordUsername: /* @__PURE__ */ lookup<v.InferInput<typeof d.byUsernameSchema>>(
    'byDiscordUsername',
    'discord/username',
    'A user by Discord user name.',
  ),
  byGithubUsername: /* @__PURE__ */ lookup<v.InferInput<typeof d.byUsernameSchema>>(
    'byGithubUsername',
    'github/username',
    'A user by GitHub user name.',
  ),
  byTwitterUsername: /* @__PURE__ */ lookup<v.InferInput<typeof d.byUsernameSchema>>(
    'byTwitterUsername',
    'twitter/username',
    'A user by Twitter user name.',
  ),
  byTwitterSubject: /* @__PURE__ */ lookup<v.InferInput<typeof d.bySubjectSchema>>(
    'byTwitterSubject',
    'twitter/subject',
    'A user by Twitter id.',
  ),
  byTelegramId: /* @__PURE__ */ lookup<v.InferInput<typeof d.byTelegramIdSchema>>(
    'byTelegramId',
    'telegram/telegram_user_id',
    'A user by Telegram id.',
  ),
  byTelegramUsername: /* @__PURE__ */ lookup<v.InferInput<typeof d.byUsernameSchema>>(
    'byTelegramUsername',
    'telegram/username',
    'A user by Telegram user name.',
  ),
  byCustomId: /* @__PURE__ */ lookup<v.InferInput<typeof d.byCustomIdSchema>>(
    'byCustomId',
    'custom_auth/id',
    "A user by the id in the host's own tokens.",
  ),
} as const;
