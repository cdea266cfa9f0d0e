import * as v from 'valibot';
import { mfaMethods, recoveryMethods } from '../user.ts';

/** Unix seconds, as the wire carries times. */
const seconds = () => v.pipe(v.number(), v.integer());

const times = {
  verified_at: seconds(),
  first_verified_at: v.nullable(seconds()),
  latest_verified_at: v.nullable(seconds()),
};

export const emailAccountSchema = v.object({ type: v.literal('email'), address: v.string(), ...times });

export const walletAccountSchema = v.object({
  type: v.literal('wallet'),
  address: v.string(),
  chain_type: v.picklist(['ethereum', 'solana']),
  chain_id: v.nullish(v.string()),
  wallet_client: v.string(),
  wallet_client_type: v.nullish(v.string()),
  connector_type: v.nullish(v.string()),
  wallet_index: v.nullish(v.number()),
  recovery_method: v.nullish(v.picklist(recoveryMethods)),
  imported: v.nullish(v.boolean()),
  delegated: v.nullish(v.boolean()),
  public_key: v.nullish(v.string()),
  ...times,
});

export const linkedAccountSchema = v.variant('type', [emailAccountSchema, walletAccountSchema]);

export const userSchema = v.object({
  id: v.pipe(v.string(), v.startsWith('did:privy:')),
  created_at: seconds(),
  linked_accounts: v.array(linkedAccountSchema),
  mfa_methods: v.array(v.object({ type: v.picklist(mfaMethods), verified_at: seconds() })),
  has_accepted_terms: v.boolean(),
  is_guest: v.boolean(),
  custom_metadata: v.optional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))),
});

/** A user as the wire carries it (docs/wire/protocol.md §3.2). */
export type WireUser = v.InferOutput<typeof userSchema>;
export type WireAccount = WireUser['linked_accounts'][number];
