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
    /** Proof key that the frame derives from the recovery password, or from the passkey that recovers the wallet. */
    proof: base64url(43, 43),
    /** Id of that passkey; absent for a password. */
    credential_id: v.optional(credentialId()),
  });
export type ProveRecoveryBody = InputOf<typeof proveRecoveryBodySchema>;

/** Proofs with the wallet's recovery, for a user who lost all factors. */
export const recoveryProofRoutes = {
  startProveRecovery: /* @__PURE__ */ route<RecoveryParametersBody, RecoveryParameters>(
    facts('startProveRecovery', 'recovery/init', {
      codes: ['not_supported', 'embedded_wallet_not_found'],
      summary:
        "Returns the parameters to derive a proof from the recovery password of the user's first wallet.",
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
        'Permits a change of factors to a user who has lost all of them, if they know the recovery password of their wallet or have its recovery passkey.',
    }),
  ),
} as const;

export const recoveryProofFeature = () =>
  feature('mfa', recoveryProofRoutes, {
    startProveRecovery: { body: recoveryParametersBodySchema(), reply: recoveryParametersSchema() },
    proveRecovery: { body: proveRecoveryBodySchema(), reply: verifiedReplySchema() },
  });
