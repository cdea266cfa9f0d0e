import * as v from 'valibot';
import { given, importedAccountSchema, linkedAccountSchema } from '../account-types/index.ts';
import { connectedAppSchema } from '../cross-app/index.ts';
import { feature } from '../feature.ts';
import { fundingEntrySchema } from '../funding.ts';
import { type Route, route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';
import { readTypedEmail } from '../typed.ts';
import { customMetadataSchema, userSchema, type WireUser } from '../user.ts';

const refused = 'invalid_app_secret';

/** Declares a route about one user that is never retried. */
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

const cursor = () => v.nullish(v.pipe(v.string(), v.maxLength(256)));

export const listUsersQuerySchema = () =>
  v.object({
    cursor: cursor(),
    limit: v.optional(v.pipe(v.string(), v.regex(/^(?:\d{0,2}|100)$/, 'must be from 1 to 100'))),
  });

export type ListUsersQuery = InputOf<typeof listUsersQuerySchema>;

const many = <Schema extends v.GenericSchema<string, string>>(schema: Schema) =>
  v.nullish(v.pipe(v.array(schema), v.maxLength(100)));

export const searchUsersBodySchema = () =>
  v.object({
    searchTerm: v.nullish(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(320))),
    emails: many(v.pipe(given(), v.transform(readTypedEmail))),
    phoneNumbers: many(given(40)),
    walletAddresses: many(given(80)),
    cursor: cursor(),
    limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))),
  });
export type SearchUsersBody = InputOf<typeof searchUsersBodySchema>;
export const userPageSchema = () =>
  v.object({ data: v.array(userSchema()), next_cursor: v.nullable(v.string()) });
export type UserPage = OutputOf<typeof userPageSchema>;

/**
 * Fields with which a back end asks the service to create wallets. Keys are made only in the user's browser
 * (docs/custody.md).
 */
export const walletCreationEntries = () =>
  ({
    create_ethereum_wallet: v.nullish(v.boolean()),
    create_solana_wallet: v.nullish(v.boolean()),
    create_ethereum_smart_wallet: v.nullish(v.boolean()),
    create_embedded_wallet: v.nullish(v.boolean()),
    create_n_embedded_wallets: v.nullish(v.number()),
    create_n_ethereum_wallets: v.nullish(v.number()),
    number_of_ethereum_wallets_to_create: v.nullish(v.number()),
    wallets: v.nullish(v.array(v.unknown())),
  }) as const;
export const walletCreationSchema = () =>
  v.object({ user_id: v.nullish(v.string()), ...walletCreationEntries() });
export type WalletCreation = OutputOf<typeof walletCreationSchema>;

export const importUserBodySchema = () =>
  v.object({
    linked_accounts: v.pipe(v.array(importedAccountSchema()), v.minLength(1), v.maxLength(50)),
    custom_metadata: v.nullish(customMetadataSchema()),
    ...walletCreationEntries(),
  });

export const setMetadataBodySchema = () => v.object({ custom_metadata: customMetadataSchema() });

export const unlinkAccountBodySchema = () =>
  v.object({
    type: v.picklist(linkedAccountSchema().options.map((option) => option.entries.type.literal)),
    /** Address, number, subject, id or user name that identifies the account. */
    handle: given(),
    provider: v.nullish(v.string()),
  });

export const deleteUserQuerySchema = () =>
  v.object({
    /** `true` destroys the user's data at once. Otherwise it is kept for 7 days. */
    immediately: v.optional(v.picklist(['true', 'false'])),
  });
export type DeleteUserQuery = InputOf<typeof deleteUserQuerySchema>;
export const deleteUserReplySchema = () =>
  v.object({
    deleted: v.literal(true),
    /** Time of the destruction, Unix seconds. It is past if the destruction was immediate. */
    destroyed_at: v.number(),
  });
export type DeletedUser = OutputOf<typeof deleteUserReplySchema>;

const seconds = () => v.pipe(v.number(), v.integer());
/** Stored data about a user, without secrets, for their right of access. */
export const userExportSchema = () =>
  v.object({
    user: userSchema(),
    terms: v.nullable(
      v.object({
        accepted_at: seconds(),
        terms_and_conditions_url: v.nullable(v.string()),
        privacy_policy_url: v.nullable(v.string()),
      }),
    ),
    /** Addresses that were removed less than seven days ago and not restored. */
    removed_addresses: v.array(
      v.object({ type: v.picklist(['email', 'phone']), address: v.string(), removed_at: seconds() }),
    ),
    sessions: v.array(
      v.object({
        started_at: seconds(),
        last_used_at: seconds(),
        auth_time: seconds(),
        expires_at: seconds(),
        browser: v.nullable(v.string()),
        os: v.nullable(v.string()),
      }),
    ),
    devices: v.array(
      v.object({ enrolled_at: seconds(), browser: v.nullable(v.string()), os: v.nullable(v.string()) }),
    ),
    /** Purchases of coins that are still stored, the newest first. */
    fundings: v.array(fundingEntrySchema()),
    /** Apps that may see or use the user's wallets. */
    connected_apps: v.array(connectedAppSchema()),
    recovery: v.array(v.object({ method: v.string(), created_at: seconds() })),
    events: v.array(v.object({ kind: v.string(), at: seconds(), actor: v.string() })),
  });
export type UserExport = OutputOf<typeof userExportSchema>;

/**
 * Routes with which an app's back end reads and changes the app's users (docs/wire/protocol.md §2.14), with the app's
 * secret.
 */
export const directoryRoutes = {
  getUser: /* @__PURE__ */ route<undefined, WireUser>({
    name: 'directory.getUser',
    method: 'GET',
    path: '/api/v1/users/{user_id}',
    auth: 'app-secret',
    retry: 'safe',
    codes: [refused, 'user_does_not_exist'],
    summary: 'Returns a user with all accounts.',
  }),
  listUsers: /* @__PURE__ */ route<ListUsersQuery, UserPage>({
    name: 'directory.listUsers',
    method: 'GET',
    path: '/api/v1/users',
    input: 'query',
    auth: 'app-secret',
    retry: 'safe',
    codes: [refused],
    summary: 'Lists all users, 100 at a time. Continue with `next_cursor` until it is null.',
  }),
  searchUsers: /* @__PURE__ */ route<SearchUsersBody, UserPage>({
    name: 'directory.searchUsers',
    method: 'POST',
    path: '/api/v1/users/search',
    auth: 'app-secret',
    retry: 'safe',
    codes: [refused],
    summary:
      'Finds users by a term with which an account begins, or by lists of email addresses, phone numbers and wallets.',
  }),
  importUser: /* @__PURE__ */ change<InputOf<typeof importUserBodySchema>>({
    name: 'importUser',
    method: 'POST',
    path: '/api/v1/users',
    codes: ['linked_to_another_user', 'cannot_link_more_of_type', 'max_accounts_reached', 'not_supported'],
    summary:
      'Creates a user with accounts that were verified elsewhere. The same accounts return the same user again.',
  }),
  setMetadata: /* @__PURE__ */ change<InputOf<typeof setMetadataBodySchema>>({
    name: 'setMetadata',
    method: 'POST',
    path: '/api/v1/users/{user_id}/custom_metadata',
    codes: ['user_does_not_exist'],
    summary: 'Replaces the metadata that the back end stores about a user.',
  }),
  unlinkAccount: /* @__PURE__ */ change<InputOf<typeof unlinkAccountBodySchema>>({
    name: 'unlinkAccount',
    method: 'POST',
    path: '/api/v1/users/{user_id}/accounts/unlink',
    codes: ['user_does_not_exist', 'not_found', 'cannot_unlink_sole_account', 'not_supported'],
    summary: 'Unlinks an account from a user, unless it is the last way to log in.',
  }),
  deleteUser: /* @__PURE__ */ change<DeleteUserQuery, DeletedUser>({
    name: 'deleteUser',
    method: 'DELETE',
    path: '/api/v1/users/{user_id}',
    input: 'query',
    codes: ['user_does_not_exist'],
    summary:
      'Deletes a user at once. Data that is still kept, including wallet parts, is destroyed after 7 days, or at once with `immediately`.',
  }),
  exportUser: /* @__PURE__ */ change<undefined, UserExport>({
    name: 'exportUser',
    method: 'GET',
    path: '/api/v1/users/{user_id}/export',
    codes: ['user_does_not_exist'],
    summary: 'Returns all stored data about a user, except secrets.',
  }),
  createWallets: /* @__PURE__ */ change<WalletCreation>({
    name: 'createWallets',
    method: 'POST',
    path: '/api/v1/users/{user_id}/wallets',
    codes: ['not_supported'],
    summary: "Not supported: keys are created only in the user's browser.",
  }),
  createWalletOfApp: /* @__PURE__ */ change<WalletCreation>({
    name: 'createWalletOfApp',
    method: 'POST',
    path: '/api/v1/apps/{id}/users/wallet',
    codes: ['not_supported'],
    summary: "Not supported: keys are created only in the user's browser.",
  }),
} as const;

export const directoryFeature = () =>
  feature('directory', directoryRoutes, {
    getUser: { body: null, reply: userSchema() },
    listUsers: { body: listUsersQuerySchema(), reply: userPageSchema() },
    searchUsers: { body: searchUsersBodySchema(), reply: userPageSchema() },
    importUser: { body: importUserBodySchema(), reply: userSchema() },
    setMetadata: { body: setMetadataBodySchema(), reply: userSchema() },
    unlinkAccount: { body: unlinkAccountBodySchema(), reply: userSchema() },
    deleteUser: { body: deleteUserQuerySchema(), reply: deleteUserReplySchema() },
    exportUser: { body: null, reply: userExportSchema() },
    createWallets: { body: walletCreationSchema(), reply: userSchema() },
    createWalletOfApp: { body: walletCreationSchema(), reply: userSchema() },
  });
