import * as v from 'valibot';
import { readTypedEmail } from '../../typed.ts';
import { given } from '../account-types/accountType.ts';
import { givenEmail } from '../account-types/email.ts';
import { givenPhone } from '../account-types/phone.ts';
import { importedAccountSchema, linkedAccountSchema } from '../accounts.ts';
import { connectedAppSchema } from '../cross-app.ts';
import { fundingEntrySchema } from '../funding.ts';
import { customMetadataSchema, userSchema } from '../user.ts';

/** A look-up by one natural name of an account. */
/** Of a wallet that is a contract with its chain, `0x…@eip155:1`, where it is meant alone. */
export const byAddressSchema = v.object({ address: given(80) });
export const byEmailSchema = v.object({ address: givenEmail() });
export const byNumberSchema = v.object({ number: givenPhone() });
export const byUsernameSchema = v.object({ username: given() });
export const bySubjectSchema = v.object({ subject: given() });
export const byFidSchema = v.object({ fid: v.pipe(v.number(), v.integer(), v.minValue(0)) });
export const byTelegramIdSchema = v.object({
  telegram_user_id: v.pipe(v.union([given(20), v.number()]), v.transform(String), v.regex(/^\d{1,20}$/)),
});
export const byCustomIdSchema = v.object({ custom_user_id: given() });

const cursor = () => v.nullish(v.pipe(v.string(), v.maxLength(256)));

export const listUsersQuerySchema = v.object({
  cursor: cursor(),
  limit: v.optional(v.pipe(v.string(), v.regex(/^(?:\d{0,2}|100)$/, 'must be from 1 to 100'))),
});

const many = <Schema extends v.GenericSchema<string, string>>(schema: Schema) =>
  v.nullish(v.pipe(v.array(schema), v.maxLength(100)));

export const searchUsersBodySchema = v.object({
  searchTerm: v.nullish(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(320))),
  emails: many(v.pipe(given(), v.transform(readTypedEmail))),
  phoneNumbers: many(given(40)),
  walletAddresses: many(given(80)),
  cursor: cursor(),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))),
});
export const userPageSchema = v.object({ data: v.array(userSchema), next_cursor: v.nullable(v.string()) });
export type UserPage = v.InferOutput<typeof userPageSchema>;

/** What asks the service to make a wallet: keys are made in the user's browser alone (docs/custody.md). */
export const walletCreationEntries = {
  create_ethereum_wallet: v.nullish(v.boolean()),
  create_solana_wallet: v.nullish(v.boolean()),
  create_ethereum_smart_wallet: v.nullish(v.boolean()),
  create_embedded_wallet: v.nullish(v.boolean()),
  create_n_embedded_wallets: v.nullish(v.number()),
  create_n_ethereum_wallets: v.nullish(v.number()),
  number_of_ethereum_wallets_to_create: v.nullish(v.number()),
  wallets: v.nullish(v.array(v.unknown())),
} as const;
export const walletCreationSchema = v.object({ user_id: v.nullish(v.string()), ...walletCreationEntries });
export type WalletCreation = v.InferOutput<typeof walletCreationSchema>;

export const importUserBodySchema = v.object({
  linked_accounts: v.pipe(v.array(importedAccountSchema), v.minLength(1), v.maxLength(50)),
  custom_metadata: v.nullish(customMetadataSchema),
  ...walletCreationEntries,
});

export const setMetadataBodySchema = v.object({ custom_metadata: customMetadataSchema });

export const unlinkAccountBodySchema = v.object({
  type: v.picklist(linkedAccountSchema.options.map((option) => option.entries.type.literal)),
  /** Address, number, subject, id or user name: whatever names the account. */
  handle: given(),
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
  /** Purchases of coins of the last 90 days, the newest first. */
  fundings: v.array(fundingEntrySchema),
  /** Apps that may use the user's wallets. */
  connected_apps: v.array(connectedAppSchema),
  recovery: v.array(v.object({ method: v.string(), created_at: seconds() })),
  events: v.array(v.object({ kind: v.string(), at: seconds(), actor: v.string() })),
});
export type UserExport = v.InferOutput<typeof userExportSchema>;
