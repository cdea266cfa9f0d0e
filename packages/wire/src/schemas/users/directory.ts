import * as v from 'valibot';
import { isEmail, normalizeEmail } from '../../methods/email.ts';
import { type OAuthProvider, oauthProviders, oauthTypeOf } from '../../methods/ids.ts';
import { linkedAccountSchema } from '../accounts.ts';
import { customMetadataSchema, userSchema } from '../user.ts';

export * from '../../users/directory.ts';

const text = (max = 320) => v.pipe(v.string(), v.minLength(1), v.maxLength(max));
const maybe = () => v.nullish(text());
/** What no one looks up by. All else is indexed, and an entry of an index has at most 2,704 bytes. */
const long = () => v.nullish(text(1000));
const email = () =>
  v.pipe(text(), v.transform(normalizeEmail), v.check(isEmail, 'must be an e-mail address'));
/** E.164, also with the blanks and brackets that people type. */
const phone = () =>
  v.pipe(
    text(40),
    v.transform((value) => value.replace(/[\s().-]/g, '')),
    v.regex(/^\+[1-9]\d{6,14}$/, 'must be a number with its country, such as +12015550123'),
  );

/** A look-up by one natural name of an account. */
export const byAddressSchema = v.object({ address: text(64) });
export const byEmailSchema = v.object({ address: email() });
export const byNumberSchema = v.object({ number: phone() });
export const byUsernameSchema = v.object({ username: text() });
export const bySubjectSchema = v.object({ subject: text() });
export const byFidSchema = v.object({ fid: v.pipe(v.number(), v.integer(), v.minValue(0)) });
export const byTelegramIdSchema = v.object({
  telegram_user_id: v.pipe(v.union([text(20), v.number()]), v.transform(String), v.regex(/^\d{1,20}$/)),
});
export const byCustomIdSchema = v.object({ custom_user_id: text() });

const cursor = () => v.nullish(v.pipe(v.string(), v.maxLength(256)));

export const listUsersQuerySchema = v.object({
  cursor: cursor(),
  limit: v.optional(v.pipe(v.string(), v.regex(/^(?:\d{0,2}|100)$/, 'must be from 1 to 100'))),
});

const many = <Schema extends v.GenericSchema<string, string>>(schema: Schema) =>
  v.nullish(v.pipe(v.array(schema), v.maxLength(100)));

export const searchUsersBodySchema = v.object({
  searchTerm: v.nullish(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(320))),
  emails: many(v.pipe(text(), v.transform(normalizeEmail))),
  phoneNumbers: many(text(40)),
  walletAddresses: many(text(64)),
  cursor: cursor(),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))),
});
export const userPageSchema = v.object({ data: v.array(userSchema), next_cursor: v.nullable(v.string()) });
export type UserPage = v.InferOutput<typeof userPageSchema>;

const account = <Type extends string, Entries extends v.ObjectEntries>(type: Type, entries: Entries) =>
  v.object({ type: v.literal(type), ...entries });
/** What the account of a provider says beside what any may. */
const ownFields = {
  google: { email: text() },
  twitter: { profile_picture_url: long() },
  linkedin: { vanity_name: maybe() },
} as const satisfies Partial<Record<OAuthProvider, v.ObjectEntries>>;
const profile = { subject: text(), username: maybe(), name: maybe(), email: maybe() };
type OwnFieldsOf<Id> = Id extends keyof typeof ownFields ? (typeof ownFields)[Id] : unknown;

type OAuthAccountSchema = {
  [Id in OAuthProvider]: v.ObjectSchema<
    { type: v.LiteralSchema<`${Id}_oauth`, undefined> } & Omit<typeof profile, keyof OwnFieldsOf<Id>> &
      OwnFieldsOf<Id>,
    undefined
  >;
}[OAuthProvider];
function oauthAccount(provider: OAuthProvider): OAuthAccountSchema {
  const own: Partial<Record<OAuthProvider, v.ObjectEntries>> = ownFields;
  return account(oauthTypeOf(provider), { ...profile, ...own[provider] }) as unknown as OAuthAccountSchema;
}

/** An account that a back end brings along. What it says was proved elsewhere; embedded wallets cannot be brought. */
export const importedAccountSchema = v.variant('type', [
  account('email', { address: email() }),
  account('phone', { number: phone() }),
  account('wallet', { address: text(64), chain_type: v.picklist(['ethereum', 'solana']) }),
  ...oauthProviders.map(oauthAccount),
  account('custom_auth', { custom_user_id: text() }),
  account('farcaster', {
    fid: v.pipe(v.number(), v.integer(), v.minValue(0)),
    owner_address: text(64),
    username: maybe(),
    display_name: maybe(),
    bio: long(),
    profile_picture_url: long(),
    homepage_url: long(),
  }),
  account('telegram', {
    telegram_user_id: text(20),
    first_name: maybe(),
    last_name: maybe(),
    username: maybe(),
    photo_url: long(),
  }),
]);
export type ImportedAccount = v.InferOutput<typeof importedAccountSchema>;

/** What asks the service to make a wallet: keys are made in the user's browser alone (docs/custody.md). */
export const walletWishEntries = {
  create_ethereum_wallet: v.nullish(v.boolean()),
  create_solana_wallet: v.nullish(v.boolean()),
  create_ethereum_smart_wallet: v.nullish(v.boolean()),
  create_embedded_wallet: v.nullish(v.boolean()),
  create_n_embedded_wallets: v.nullish(v.number()),
  create_n_ethereum_wallets: v.nullish(v.number()),
  number_of_ethereum_wallets_to_create: v.nullish(v.number()),
  wallets: v.nullish(v.array(v.unknown())),
} as const;
export const walletWishSchema = v.object({ user_id: v.nullish(v.string()), ...walletWishEntries });
export type WalletWish = v.InferOutput<typeof walletWishSchema>;

export const importUserBodySchema = v.object({
  linked_accounts: v.pipe(v.array(importedAccountSchema), v.minLength(1), v.maxLength(50)),
  custom_metadata: v.nullish(customMetadataSchema),
  ...walletWishEntries,
});

export const setMetadataBodySchema = v.object({ custom_metadata: customMetadataSchema });

export const unlinkAccountBodySchema = v.object({
  type: v.picklist(linkedAccountSchema.options.map((option) => option.entries.type.literal)),
  /** Address, number, subject, id or user name: whatever names the account. */
  handle: text(),
  provider: v.nullish(v.string()),
});

export const deleteUserQuerySchema = v.object({
  /** `true` destroys what is kept of the user at once; else it is kept for 7 days, of use to no one. */
  immediately: v.optional(v.picklist(['true', 'false'])),
});
export const deleteUserReplySchema = v.object({
  deleted: v.literal(true),
  /** Unix seconds; the time of the destruction, which is past when it was asked for at once. */
  destroyed_at: v.number(),
});

const seconds = () => v.pipe(v.number(), v.integer());
/** Everything that is kept about a user, but for secrets: what their right of access asks for. */
export const userExportSchema = v.object({
  user: userSchema,
  terms: v.nullable(
    v.object({
      accepted_at: seconds(),
      terms_and_conditions_url: v.nullable(v.string()),
      privacy_policy_url: v.nullable(v.string()),
    }),
  ),
  /** Addresses that were removed less than seven days ago. */
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
  recovery: v.array(v.object({ method: v.string(), created_at: seconds() })),
  events: v.array(v.object({ kind: v.string(), at: seconds(), actor: v.string() })),
});
export type UserExport = v.InferOutput<typeof userExportSchema>;
