import * as v from 'valibot';
import { base64url, entropyRefEntries, id128, parentOrigin, walletSignature } from '../custody/fields.ts';
import { mfaMethods } from '../user.ts';
import { seconds } from './accounts.ts';
import { captchaToken } from './captcha.ts';
import { credentialId, phoneNumber, relyingParty } from './methods/fields.ts';
import { passkeyAssertionSchema, passkeyRequestSchema } from './methods/passkey.ts';
import { code } from './methods/proof-body.ts';
import { requestId } from './requestId.ts';

/** What a fresh verification may be given for. */
export const factorPurposes = [
  'export',
  'set_recovery',
  'revoke_device',
  'change_factors',
  'change_account',
  'backup_codes',
] as const;
export type FactorPurpose = (typeof factorPurposes)[number];

const frameEntries = { parent_origin: parentOrigin() } as const;

/** What every verification says besides the proof. */
const verifyEntries = {
  ...frameEntries,
  /** `unlock` opens the wallet for the app's trusted time, and so does `fresh`, from clients that cannot name a purpose. Absent: `unlock`. */
  kind: v.optional(v.picklist(['unlock', 'fresh'])),
  /** The one act besides signing that it permits. Absent: none, but an export after `fresh` in an app with `legacy_export_verification`. */
  purpose: v.optional(v.picklist(factorPurposes)),
} as const;

/** That the wallet's owner enrols a first factor: `factorChange`, signed by the wallet that `entropy_id` names. */
const ownerEntries = {
  wallet: v.optional(
    v.strictObject({ ...entropyRefEntries, entropy_uid: id128(), signature: walletSignature() }),
  ),
} as const;

export const frameOnlyBodySchema = v.strictObject(frameEntries);
export type FrameOnlyBody = v.InferInput<typeof frameOnlyBodySchema>;

export const totpStartReplySchema = v.object({
  totpSecret: v.string(),
  totpAuthUrl: v.string(),
  /** What a wallet's signature names. */
  enrollment_id: v.string(),
});
export type TotpStartReply = v.InferOutput<typeof totpStartReplySchema>;

export const enrolTotpBodySchema = v.strictObject({ ...frameEntries, code: code(), ...ownerEntries });
export type EnrolTotpBody = v.InferInput<typeof enrolTotpBodySchema>;

export const verifyCodeBodySchema = v.strictObject({ ...verifyEntries, code: code() });
export type VerifyCodeBody = v.InferInput<typeof verifyCodeBodySchema>;

export const verifiedReplySchema = v.object({
  /** Opens nothing: what was verified is kept by the service, for this session and proof key. */
  token: v.string(),
  /** Seconds for which the wallet stays open. */
  unlocked_for: v.number(),
  /** Seconds for which one act that asks anew is permitted; null where none is. */
  fresh_for: v.nullable(v.number()),
});
export type VerifiedReply = v.InferOutput<typeof verifiedReplySchema>;

/** A page leaves `parent_origin` out; it is the frame's. */
const pageOrFrame = { parent_origin: v.optional(parentOrigin()) } as const;
export const startSmsFactorBodySchema = v.variant('action', [
  v.object({ ...pageOrFrame, action: v.literal('verify'), request_id: requestId() }),
  v.object({
    ...pageOrFrame,
    request_id: requestId(),
    action: v.literal('enroll'),
    phoneNumber: phoneNumber(),
    token: captchaToken(),
  }),
]);
export type StartSmsFactorBody = v.InferInput<typeof startSmsFactorBodySchema>;
export const doneReplySchema = v.object({ success: v.boolean() });
export type DoneReply = v.InferOutput<typeof doneReplySchema>;

export const enrolSmsBodySchema = v.object({
  ...pageOrFrame,
  phoneNumber: phoneNumber(),
  code: code(),
  ...ownerEntries,
});
export type EnrolSmsBody = v.InferInput<typeof enrolSmsBodySchema>;

export const startPasskeyFactorBodySchema = v.object({ relying_party: relyingParty() });
export type StartPasskeyFactorBody = v.InferInput<typeof startPasskeyFactorBodySchema>;
export const startPasskeyFactorReplySchema = v.object({
  relying_party: v.string(),
  options: passkeyRequestSchema,
});
export type StartPasskeyFactorReply = v.InferOutput<typeof startPasskeyFactorReplySchema>;

export const verifyPasskeyFactorBodySchema = v.strictObject({
  ...verifyEntries,
  authenticator_response: passkeyAssertionSchema,
  relying_party: relyingParty(),
});
export type VerifyPasskeyFactorBody = v.InferInput<typeof verifyPasskeyFactorBodySchema>;

export const enrolPasskeysBodySchema = v.strictObject({
  ...frameEntries,
  /** The passkeys that are second factors from then on; none of them takes the method away. */
  credential_ids: v.pipe(v.array(credentialId()), v.maxLength(16)),
  ...ownerEntries,
});
export type EnrolPasskeysBody = v.InferInput<typeof enrolPasskeysBodySchema>;

export const backupCodesReplySchema = v.object({
  /** Ten, each good once; shown in this answer only. Those made before are good for nothing any more. */
  codes: v.array(v.string()),
});
export type BackupCodesReply = v.InferOutput<typeof backupCodesReplySchema>;

export const verifyBackupCodeBodySchema = v.strictObject({
  ...frameEntries,
  /** As it was shown; letter case, blanks and hyphens do not matter. */
  code: v.pipe(v.string(), v.maxLength(64)),
  /** A backup code opens the wallet, and permits a change of factors where it names that; never an export. */
  purpose: v.optional(v.literal('change_factors')),
});
export type VerifyBackupCodeBody = v.InferInput<typeof verifyBackupCodeBodySchema>;

export const proveRecoveryBodySchema = v.strictObject({
  ...frameEntries,
  ...entropyRefEntries,
  /** The proof key that the frame derives from the recovery password, or from the passkey that recovers the wallet. */
  proof: base64url(43, 43),
  /** Of that passkey; absent for a password. */
  credential_id: v.optional(credentialId()),
});
export type ProveRecoveryBody = v.InferInput<typeof proveRecoveryBodySchema>;

export const removalReplySchema = v.object({
  /** Unix seconds. */
  removes_at: seconds(),
});
export type RemovalReply = v.InferOutput<typeof removalReplySchema>;

export const removedFactorsSchema = v.object({
  /** The methods that the user had. */
  methods: v.array(v.picklist(mfaMethods)),
});
export type RemovedFactors = v.InferOutput<typeof removedFactorsSchema>;

export const cancelRemovalBodySchema = v.object(pageOrFrame);
export type CancelRemovalBody = v.InferInput<typeof cancelRemovalBodySchema>;

export const factorListSchema = v.object({
  /** Oldest first. */
  factors: v.array(
    v.object({
      id: v.string(),
      type: v.picklist(mfaMethods),
      /** The number but for most of its digits, or what made the passkey; null where nothing tells. */
      name: v.nullable(v.string()),
      created_at: seconds(),
      last_used_at: v.nullable(seconds()),
      /** Whether the app takes it now. */
      is_usable: v.boolean(),
    }),
  ),
  /** Backup codes that were not used yet. */
  backup_codes: v.number(),
  /** The removal of all factors that was asked for; null where none was. */
  removal: v.nullable(v.object({ requested_at: seconds(), removes_at: seconds() })),
});
export type FactorList = v.InferOutput<typeof factorListSchema>;
