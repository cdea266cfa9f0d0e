/**
 * Second factors: enrolling, verifying and removing them (docs/wire/protocol.md §2.10, docs/custody.md), one file for each
 * factor and for each way out of a lost one. Uses custody.
 */

import { backupCodeFeature, backupCodeRoutes } from './backup-codes.ts';
import { factorFeature, factorRoutes } from './factors.ts';
import { passkeyFactorFeature, passkeyFactorRoutes } from './passkeys.ts';
import { recoveryProofFeature, recoveryProofRoutes } from './recovery.ts';
import { factorRemovalFeature, factorRemovalRoutes } from './removal.ts';
import { smsFactorFeature, smsFactorRoutes } from './sms.ts';
import { totpFactorFeature, totpFactorRoutes } from './totp.ts';

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
export * from './passkeys.ts';
export * from './recovery.ts';
export * from './removal.ts';
export * from './sms.ts';
export * from './totp.ts';

export const mfaRoutes = {
  ...totpFactorRoutes,
  ...smsFactorRoutes,
  ...passkeyFactorRoutes,
  ...backupCodeRoutes,
  ...recoveryProofRoutes,
  ...factorRemovalRoutes,
  ...factorRoutes,
} as const;

/** Joins the routes with their schemas; the service alone calls it. */
export const mfaFeature = () => ({
  ...totpFactorFeature(),
  ...smsFactorFeature(),
  ...passkeyFactorFeature(),
  ...backupCodeFeature(),
  ...recoveryProofFeature(),
  ...factorRemovalFeature(),
  ...factorFeature(),
});
