/**
 * Second factors: enrolling, verifying and removing them (docs/wire/protocol.md §2.10, docs/custody.md), one file for
 * each factor, listed in `list.ts`, and one for each replacement of a lost factor. Uses custody.
 */

import { backupCodeFeature, backupCodeRoutes } from './backup-codes.ts';
import { factorFeature, factorRoutes } from './factors.ts';
import { methodFeatures, methodRoutes } from './list.ts';
import { recoveryProofFeature, recoveryProofRoutes } from './recovery.ts';
import { factorRemovalFeature, factorRemovalRoutes } from './removal.ts';

export * from './backup-codes.ts';
export * from './factors.ts';
export {
  type DoneReply,
  type FactorPurpose,
  type FrameOnlyBody,
  factorPurposes,
  type OwnerWallet,
  type VerifiedReply,
  type VerifyCodeBody,
} from './fields.ts';
export * from './list.ts';
export * from './recovery.ts';
export * from './removal.ts';

export const mfaRoutes = {
  ...methodRoutes,
  ...backupCodeRoutes,
  ...recoveryProofRoutes,
  ...factorRemovalRoutes,
  ...factorRoutes,
} as const;

export const mfaFeature = () => ({
  ...methodFeatures(),
  ...backupCodeFeature(),
  ...recoveryProofFeature(),
  ...factorRemovalFeature(),
  ...factorFeature(),
});
