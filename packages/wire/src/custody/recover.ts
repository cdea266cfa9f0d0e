import * as v from 'valibot';
import { custodyCodes } from '../codes.ts';
import { base64url, code, parentOrigin, requestId } from '../fields.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';
import { changeEntries, custodyWalletSchema, entropyKind, entropyRefEntries, unlockedFor } from './fields.ts';
import { type RecoveryParameters, recoverySetSchema, releasedRecoverySchema } from './recoveryMaterial.ts';

export const recoverWalletBodySchema = () =>
  v.strictObject({
    parent_origin: parentOrigin(),
    ...entropyRefEntries(),
    /** Proof key that the frame derives from a password; only for `user-passcode`. */
    proof: v.optional(base64url(43, 43)),
    /**
     * Code that {@link sendReleaseCodeRoute} sent. Used only for automatic recovery in an app with `approval: 'frame'`,
     * for a user without a second factor.
     */
    code: v.optional(code()),
  });
export type RecoverWalletBody = InputOf<typeof recoverWalletBodySchema>;
export const recoverWalletReplySchema = () =>
  v.intersect([
    releasedRecoverySchema(),
    v.object({ kind: entropyKind(), unlocked_for: unlockedFor(), wallets: v.array(custodyWalletSchema()) }),
  ]);
export type RecoverWalletReply = OutputOf<typeof recoverWalletReplySchema>;

export const recoverWalletRoute = /* @__PURE__ */ route<RecoverWalletBody, RecoverWalletReply>({
  name: 'frame.recover',
  method: 'POST',
  path: '/api/v1/frame/wallets/recover',
  auth: 'frame',
  retry: 'safe',
  codes: [
    ...custodyCodes,
    'embedded_wallet_not_found',
    'invalid_credentials',
    'invalid_recovery_pin',
    'not_supported',
    'recovery_changed',
  ],
  summary: 'Releases the recovery material. Each release is recorded, and the user is notified.',
});

export const sendReleaseCodeBodySchema = () =>
  v.strictObject({
    parent_origin: parentOrigin(),
    request_id: requestId(),
    ...entropyRefEntries(),
  });
export type SendReleaseCodeBody = InputOf<typeof sendReleaseCodeBodySchema>;
export const sendReleaseCodeReplySchema = () =>
  v.object({
    channel: v.picklist(['email', 'sms']),
    /** Address that receives the code, partly hidden: `a•••@example.com` or `+1•••••••23`. */
    sent_to: v.string(),
  });
export type SendReleaseCodeReply = OutputOf<typeof sendReleaseCodeReplySchema>;

/**
 * Sends a code that the user types into the frame's own page, not into the host page. It is valid only for the proof
 * key that requested it.
 */
export const sendReleaseCodeRoute = /* @__PURE__ */ route<SendReleaseCodeBody, SendReleaseCodeReply>({
  name: 'frame.sendReleaseCode',
  method: 'POST',
  path: '/api/v1/frame/wallets/recover/code',
  auth: 'frame',
  retry: 'safe',
  codes: [
    ...custodyCodes,
    'delivery_failed',
    'embedded_wallet_not_found',
    'not_supported',
    'twilio_verification_failed',
  ],
  summary:
    'Sends the user a code that permits automatic recovery for this proof key, in an app with strict approval.',
});

export const recoveryParametersBodySchema = () =>
  v.strictObject({
    parent_origin: parentOrigin(),
    ...entropyRefEntries(),
  });
export type RecoveryParametersBody = InputOf<typeof recoveryParametersBodySchema>;

/**
 * Returns the recovery method, with the settings for deriving a password's keys or the name of a record in the user's
 * cloud, but no key and no part.
 */
export const recoveryParametersRoute = /* @__PURE__ */ route<RecoveryParametersBody, RecoveryParameters>({
  name: 'frame.recoveryParameters',
  method: 'POST',
  path: '/api/v1/frame/recovery/parameters',
  auth: 'frame',
  retry: 'safe',
  codes: [...custodyCodes, 'embedded_wallet_not_found'],
  summary: 'Returns the current recovery method and the parameters to derive its keys from a secret.',
});

export const setRecoveryBodySchema = () =>
  v.strictObject({
    ...changeEntries(),
    /** Replaces the set of the previous version. If that version is no longer in force, nothing changes. */
    recovery: recoverySetSchema(v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(1_000_000_000))),
  });
export type SetRecoveryBody = OutputOf<typeof setRecoveryBodySchema>;
export const setRecoveryReplySchema = () => v.object({ recovery_version: v.number() });
export type SetRecoveryReply = OutputOf<typeof setRecoveryReplySchema>;

export const setRecoveryRoute = /* @__PURE__ */ route<SetRecoveryBody, SetRecoveryReply>({
  name: 'frame.setRecovery',
  method: 'POST',
  path: '/api/v1/frame/recovery/set',
  auth: 'frame',
  retry: 'safe',
  codes: [
    ...custodyCodes,
    'embedded_wallet_not_found',
    'idempotency_mismatch',
    'not_supported',
    'recovery_changed',
  ],
  summary: 'Replaces the recovery set that the frame has read with a new one.',
});
