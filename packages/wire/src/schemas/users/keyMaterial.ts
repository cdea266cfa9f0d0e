import * as v from 'valibot';

export const keyMaterialBodySchema = v.object({
  /** Of the wallet that the address names; absent: Ethereum where it begins with 0x, else Solana. */
  chain_type: v.optional(v.picklist(['ethereum', 'solana'])),
});
export type KeyMaterialBody = v.InferInput<typeof keyMaterialBodySchema>;

/** What is public of a user's own recovery method, under the names that published clients know (wire sheet §2.11). */
export const keyMaterialSchema = v.variant('recovery_type', [
  v.object({
    recovery_type: v.literal('user_passcode_derived_recovery_key'),
    recovery_key_derivation_salt: v.string(),
  }),
  v.object({ recovery_type: v.literal('google_drive_recovery_secret'), file_id: v.string() }),
  v.object({ recovery_type: v.literal('icloud_recovery_secret'), icloud_record_name: v.string() }),
]);
export type KeyMaterial = v.InferOutput<typeof keyMaterialSchema>;
