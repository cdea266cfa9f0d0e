/**
 * Second factors, as `loadMfa` loads them. The code that asks for one where an operation is refused loads by itself, and a page has
 * `registerMfaListener` from its start.
 */
export { provePasskeyFactor } from './methods/passkey/proveFactor.ts';
export {
  initEnrollmentWithPasskey,
  initEnrollmentWithSms,
  initEnrollmentWithTotp,
  submitEnrollmentWithPasskey,
  submitEnrollmentWithSms,
  submitEnrollmentWithTotp,
  type TotpSecret,
  unenroll,
} from './mfa/enrolling.ts';
export {
  cancelFactorRemoval,
  createBackupCodes,
  type Factor,
  type FactorList,
  type FactorRemoval,
  listFactors,
  requestFactorRemoval,
} from './mfa/factors.ts';
export { promptMfa } from './mfa/promptMfa.ts';
export { type GivenFactor, verifyFactor } from './mfa/verify.ts';
export { cancelMfa, initMfa, type PasskeyFactorOptions, submitMfa } from './mfa/waiting.ts';
export { proveByRecovery, type RecoveryProof } from './wallets/embedded/recovery/proveByRecovery.ts';
