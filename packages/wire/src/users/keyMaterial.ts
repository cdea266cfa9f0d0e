import * as v from 'valibot';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';

export const keyMaterialBodySchema = () =>
  v.object({
    /** Chain of the wallet that the address names. Absent: Ethereum if the address begins with 0x, otherwise Solana. */
    chain_type: v.optional(v.picklist(['ethereum', 'solana'])),
  });
export type KeyMaterialBody = InputOf<typeof keyMaterialBodySchema>;

/** Facts about a user's own recovery method, under the names of published clients (docs/wire/protocol.md §2.11). */
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

/** Separate from the custody routes: it never returns a key, not even that of automatic recovery. */
export const keyMaterialRoute = /* @__PURE__ */ route<KeyMaterialBody, KeyMaterial>({
  name: 'recovery.getKeyMaterial',
  method: 'POST',
  path: '/api/v1/embedded_wallets/{address}/recovery/key_material',
  auth: 'user',
  retry: 'safe',
  codes: ['missing_or_invalid_token', 'missing_or_invalid_mfa', 'embedded_wallet_not_found', 'not_supported'],
  summary: "Returns the salt, file or record of a wallet's recovery. Refused if recovery is automatic.",
});
