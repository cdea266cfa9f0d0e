import * as v from 'valibot';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';

export const keyMaterialBodySchema = () =>
  v.object({
    /** Of the wallet that the address names; absent: Ethereum where it begins with 0x, else Solana. */
    chain_type: v.optional(v.picklist(['ethereum', 'solana'])),
  });
export type KeyMaterialBody = InputOf<typeof keyMaterialBodySchema>;

/** Public facts about a user's own recovery method, under the names that published clients know (wire sheet §2.11). */
export const keyMaterialSchema = () =>
  v.variant('recovery_type', [
    v.object({
      recovery_type: v.literal('user_passcode_derived_recovery_key'),
      recovery_key_derivation_salt: v.string(),
    }),
    v.object({ recovery_type: v.literal('google_drive_recovery_secret'), file_id: v.string() }),
    v.object({ recovery_type: v.literal('icloud_recovery_secret'), icloud_record_name: v.string() }),
  ]);
export type KeyMaterial = OutputOf<typeof keyMaterialSchema>;

/** Outside the custody routes, so that no key is ever among its answers: not that of automatic recovery either. */
export const keyMaterialRoute = /* @__PURE__ */ route<KeyMaterialBody, KeyMaterial>({
  name: 'recovery.getKeyMaterial',
  method: 'POST',
  path: '/api/v1/embedded_wallets/{address}/recovery/key_material',
  auth: 'user',
  retry: 'safe',
  codes: ['missing_or_invalid_token', 'missing_or_invalid_mfa', 'embedded_wallet_not_found', 'not_supported'],
  summary: "The salt, file or record of a wallet's recovery; refused where recovery is automatic.",
});
