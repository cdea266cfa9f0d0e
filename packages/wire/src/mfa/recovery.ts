import * as v from 'valibot';
import {
  entropyRefEntries,
  type RecoveryParameters,
  type RecoveryParametersBody,
  recoveryParametersBodySchema,
  recoveryParametersSchema,
} from '../custody/index.ts';
import { feature } from '../feature.ts';
import { base64url, credentialId } from '../fields.ts';
import { route } from '../route.ts';
import type { InputOf } from '../schema.ts';
import { facts, frameEntries, tooMany, type VerifiedReply, verifiedReplySchema } from './fields.ts';

export const proveRecoveryBodySchema = () =>
  v.strictObject({
    ...frameEntries(),
    ...entropyRefEntries(),
    /** The proof key that the frame derives from the recovery password, or from the passkey that recovers the wallet. */
    proof: base64url(43, 43),
    /** Of that passkey; absent for a password. */
    credential_id: v.optional(credentialId()),
  });
export type ProveRecoveryBody = InputOf<typeof proveRecoveryBodySchema>;

/** Proofs by the wallet's recovery, of a person who lost all factors. */
export const recoveryProofRoutes = {
  startProveRecovery: /* @__PURE__ */ route<RecoveryParametersBody, RecoveryParameters>(
    facts('startProveRecovery', 'recovery/init', {
      codes: ['not_supported', 'embedded_wallet_not_found'],
      summary: "Gives what turns the recovery password of the user's first wallet into its proof.",
    }),
  ),
  proveRecovery: /* @__PURE__ */ route<ProveRecoveryBody, VerifiedReply>(
    facts('proveRecovery', 'recovery/verify', {
      codes: [
        tooMany,
        'not_supported',
        'embedded_wallet_not_found',
        'invalid_recovery_pin',
        'recovery_passkey_not_found',
      ],
      summary:
        'Permits a change of factors to a person who lost them all and knows the recovery password, or has the passkey, of their wallet.',
    }),
  ),
} as const;

/** Joins the routes with their schemas; the service alone calls it. */
export const recoveryProofFeature = () =>
  feature('mfa', recoveryProofRoutes, {
    startProveRecovery: { body: recoveryParametersBodySchema(), reply: recoveryParametersSchema() },
    proveRecovery: { body: proveRecoveryBodySchema(), reply: verifiedReplySchema() },
  });
