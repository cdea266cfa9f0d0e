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
    /** The proof key that the frame derives from a password; needed for `user-passcode` alone. */
    proof: v.optional(base64url(43, 43)),
    /** Code that {@link sendReleaseCodeRoute} sent, for automatic recovery in an app with `approval: 'frame'` alone. */
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
  summary: 'Releases the recovery material; every release is recorded and notified.',
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
    /** The address, hidden but for what its owner knows it by. */
    sent_to: v.string(),
  });
export type SendReleaseCodeReply = OutputOf<typeof sendReleaseCodeReplySchema>;

/** Sends a code that the host page cannot see: it is good for the proof key that asks, and typed into the frame's own page. */
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
    'Sends the user a code that opens an automatic recovery to this proof key, in an app with strict approval.',
});

export const recoveryParametersBodySchema = () =>
  v.strictObject({
    parent_origin: parentOrigin(),
    ...entropyRefEntries(),
  });
export type RecoveryParametersBody = InputOf<typeof recoveryParametersBodySchema>;

/** Nothing that it answers opens anything: what a password is derived with, or the name of a file in the user's cloud. */
export const recoveryParametersRoute = /* @__PURE__ */ route<RecoveryParametersBody, RecoveryParameters>({
  name: 'frame.recoveryParameters',
  method: 'POST',
  path: '/api/v1/frame/recovery/parameters',
  auth: 'frame',
  retry: 'safe',
  codes: [...custodyCodes, 'embedded_wallet_not_found'],
  summary: 'The recovery method in force and what a secret becomes its keys with.',
});

export const setRecoveryBodySchema = () =>
  v.strictObject({
    ...changeEntries(),
    /** Replaces the set of the version before: where that one is no longer in force, nothing is changed. */
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
  summary: 'Puts another recovery set in force in place of the one that the frame has seen.',
});
