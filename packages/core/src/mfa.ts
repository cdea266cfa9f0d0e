/**
 * Second factors, loaded by `loadMfa`. The code that prompts for one after a refusal loads by itself, and
 * `registerMfaListener` is available from the page's start.
 */
export { provePasskeyFactor } from './methods/passkey/proveFactor.ts';
export { initEnrollment, submitEnrollment } from './mfa/enroll.ts';
export {
  cancelFactorRemoval,
  createBackupCodes,
  type Factor,
  type FactorList,
  type FactorRemoval,
  listFactors,
  requestFactorRemoval,
} from './mfa/factorList.ts';
export type { EnrollmentBegun, EnrollmentInput, EnrollmentProof } from './mfa/factors/list.ts';
export { initEnrollmentWithPasskey, submitEnrollmentWithPasskey } from './mfa/factors/passkeyFactor.ts';
export { initEnrollmentWithSms, submitEnrollmentWithSms } from './mfa/factors/smsFactor.ts';
export {
  initEnrollmentWithTotp,
  submitEnrollmentWithTotp,
  type TotpSecret,
} from './mfa/factors/totpFactor.ts';
export { promptMfa } from './mfa/promptMfa.ts';
export { unenroll } from './mfa/unenroll.ts';
export { type GivenFactor, verifyFactor } from './mfa/verify.ts';
export { cancelMfa, initMfa, type PasskeyFactorOptions, submitMfa } from './mfa/waiting.ts';
export { proveByRecovery, type RecoveryProof } from './wallets/embedded/recovery/proveByRecovery.ts';
