import * as v from 'valibot';
import { custodyCodes } from '../codes.ts';
import { entropyRefEntries, id128, walletSignature } from '../custody/index.ts';
import type { ErrorCode } from '../errors.ts';
import { code, parentOrigin } from '../fields.ts';
import type { OtherFacts, RouteRetry } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';

/** Facts that most routes for second factors share. */
/* @__NO_SIDE_EFFECTS__ */
export const facts = (
  act: string,
  path: string,
  rest: { auth?: OtherFacts['auth']; retry?: RouteRetry; codes?: readonly ErrorCode[]; summary: string },
): OtherFacts => ({
  name: `mfa.${act}`,
  method: 'POST',
  path: `/api/v1/mfa/${path}`,
  auth: rest.auth ?? 'frame',
  retry: rest.retry ?? 'never',
  codes: [...custodyCodes, ...(rest.codes ?? [])],
  summary: rest.summary,
});

export const tooMany = 'mfa_verification_max_attempts_reached';
export const ownerCodes = ['wallet_signature_required', 'embedded_wallet_not_found'] as const;

/** Purposes for which a fresh verification is required. */
export const factorPurposes = [
  'export',
  'set_recovery',
  'revoke_device',
  'change_factors',
  'change_account',
  'backup_codes',
] as const;
export type FactorPurpose = (typeof factorPurposes)[number];

export const frameEntries = () => ({ parent_origin: parentOrigin() }) as const;

/** Fields of a factor's verification besides the proof. Backup codes have fields of their own. */
export const verifyEntries = () =>
  ({
    ...frameEntries(),
    /**
     * `unlock` opens the wallet for the app's trusted time. So does `fresh`, for clients that cannot name a purpose.
     * Absent: `unlock`.
     */
    kind: v.optional(v.picklist(['unlock', 'fresh'])),
    /**
     * Operation that the verification permits besides opening the wallet. Absent: none, except an export after `fresh`
     * in an app with `legacy_export_verification`.
     */
    purpose: v.optional(v.picklist(factorPurposes)),
  }) as const;

/** Proves that the wallet's owner enrols a first factor: `factorChange`, signed by the wallet that `entropy_id` names. */
export const ownerEntries = () =>
  ({
    wallet: v.optional(
      v.strictObject({ ...entropyRefEntries(), entropy_uid: id128(), signature: walletSignature() }),
    ),
  }) as const;

/** Signature of the wallet whose owner enrols a factor; absent until the service has requested it. */
export type OwnerWallet = v.InferInput<ReturnType<typeof ownerEntries>['wallet']>;

/** Fields of a call from the frame or a page. A page omits `parent_origin`, which only the frame sends. */
export const pageOrFrame = () => ({ parent_origin: v.optional(parentOrigin()) }) as const;

export const frameOnlyBodySchema = () => v.strictObject(frameEntries());
export type FrameOnlyBody = InputOf<typeof frameOnlyBodySchema>;

export const verifyCodeBodySchema = () => v.strictObject({ ...verifyEntries(), code: code() });
export type VerifyCodeBody = InputOf<typeof verifyCodeBodySchema>;

export const verifiedReplySchema = () =>
  v.object({
    /** Opens nothing by itself. The service keeps the verification, for this session and proof key. */
    token: v.string(),
    /** Time for which the wallet stays open, in seconds. */
    unlocked_for: v.number(),
    /** Seconds for which one operation that requires a fresh verification is permitted; null if none is. */
    fresh_for: v.nullable(v.number()),
  });
export type VerifiedReply = OutputOf<typeof verifiedReplySchema>;
export const doneReplySchema = () => v.object({ success: v.boolean() });
export type DoneReply = OutputOf<typeof doneReplySchema>;
