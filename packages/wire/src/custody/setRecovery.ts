import * as v from 'valibot';
import { route } from '../route.ts';
import { custodyCodes, entropyRefEntries, id128, parentOrigin } from './fields.ts';
import { recoverySetSchema } from './recoveryMaterial.ts';

export const setRecoveryBodySchema = v.strictObject({
  parent_origin: parentOrigin(),
  request_id: id128(),
  ...entropyRefEntries,
  entropy_uid: id128(),
  /** Replaces the set of the version before: where that one is no longer in force, nothing is changed. */
  recovery: recoverySetSchema(v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(1_000_000_000))),
});
export type SetRecoveryBody = v.InferOutput<typeof setRecoveryBodySchema>;
export const setRecoveryReplySchema = v.object({ recovery_version: v.number() });
export type SetRecoveryReply = v.InferOutput<typeof setRecoveryReplySchema>;

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
