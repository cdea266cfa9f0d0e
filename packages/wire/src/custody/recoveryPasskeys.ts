import * as v from 'valibot';
import { custodyCodes } from '../codes.ts';
import { base64url, parentOrigin } from '../fields.ts';
import { recoveryMethods } from '../recoveryMethods.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';
import {
  changeEntries,
  custodyWalletSchema,
  entropyKind,
  entropyRefEntries,
  id128,
  part,
  unlockedFor,
} from './fields.ts';

/** Id of a passkey: at most 1,023 bytes (WebAuthn). */
const credentialId = () => base64url(16, 1364);

/**
 * Further recovery pair, whose recovery part is sealed under the secret of a passkey (WebAuthn PRF). It exists beside
 * the recovery method in force and is not one itself: no published client knows it.
 */
export const addRecoveryPasskeyBodySchema = () =>
  v.strictObject({
    ...changeEntries(),
    passkey: v.strictObject({
      recovery_id: id128(),
      credential_id: credentialId(),
      auth_part: part(),
      ciphertext: base64url(16, 1024),
      /** SHA-256 of the proof key. */
      proof_hash: base64url(43, 43),
    }),
  });
export type AddRecoveryPasskeyBody = InputOf<typeof addRecoveryPasskeyBodySchema>;
export const addRecoveryPasskeyReplySchema = () => v.object({ recovery_id: v.string() });
export type AddRecoveryPasskeyReply = OutputOf<typeof addRecoveryPasskeyReplySchema>;

export const recoverByPasskeyBodySchema = () =>
  v.strictObject({
    parent_origin: parentOrigin(),
    ...entropyRefEntries(),
    credential_id: credentialId(),
    /** Proof key. Without it, an attacker with a stolen session could have the material released. */
    proof: base64url(43, 43),
  });
export type RecoverByPasskeyBody = InputOf<typeof recoverByPasskeyBodySchema>;
export const recoverByPasskeyReplySchema = () =>
  v.object({
    entropy_uid: v.string(),
    /** Id of the passkey's recovery set. */
    recovery_id: v.string(),
    auth_part: v.string(),
    ciphertext: v.string(),
    /** Method in force and its version, which a device remembers. */
    method: v.picklist(recoveryMethods),
    recovery_version: v.number(),
    kind: entropyKind(),
    unlocked_for: unlockedFor(),
    wallets: v.array(custodyWalletSchema()),
  });
export type RecoverByPasskeyReply = OutputOf<typeof recoverByPasskeyReplySchema>;

export const addRecoveryPasskeyRoute = /* @__PURE__ */ route<AddRecoveryPasskeyBody, AddRecoveryPasskeyReply>(
  {
    name: 'frame.addRecoveryPasskey',
    method: 'POST',
    path: '/api/v1/frame/recovery/passkeys/add',
    auth: 'frame',
    retry: 'safe',
    codes: [...custodyCodes, 'embedded_wallet_not_found', 'idempotency_mismatch', 'cannot_link_more_of_type'],
    summary: 'Stores an additional recovery pair, which a passkey opens.',
  },
);

export const recoverByPasskeyRoute = /* @__PURE__ */ route<RecoverByPasskeyBody, RecoverByPasskeyReply>({
  name: 'frame.recoverByPasskey',
  method: 'POST',
  path: '/api/v1/frame/recovery/passkeys/recover',
  auth: 'frame',
  retry: 'safe',
  codes: [...custodyCodes, 'embedded_wallet_not_found', 'recovery_passkey_not_found'],
  summary:
    'Releases the recovery pair of a passkey to a caller that proves possession of the passkey. Each release is recorded, and the user is notified.',
});
