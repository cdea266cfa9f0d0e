/**
 * The login methods without pixels, and what a signed-in person does now and then: what a page loads when someone needs
 * it.
 */
export { type Captcha, type CaptchaState, captchaOf, noCaptcha } from './captcha/index.ts';
export { takeUndoReference } from './methods/changes/takeUndoReference.ts';
export {
  type AccountChange,
  type AccountMethod,
  accountTypes,
  type CodeFlow,
  type CodeInput,
  type Confirmation,
  checkFree,
  checkLink,
  checkUpdate,
  createAccountLink,
  createAccountUpdate,
  createEmailLogin,
  createLoginConfirmation,
  createSmsLogin,
  createUndo,
  type EmailLogin,
  findRecentLogin,
  initialOtp,
  isMobile,
  type LoginConfirmation,
  loginFlows,
  type OtpState,
  type RecentLogin,
  rememberLogin,
  type SmsLogin,
  type UndoInput,
  type UndoneRemoval,
  type UnlinkInput,
} from './methods/index.ts';
export {
  acceptTerms,
  createAdditionalWallet,
  createGuestAccount,
  endOtherSessions,
  endSession,
  findRemoval,
  followCustomAuth,
  generateRecoveryPassword,
  importWallet,
  listDevices,
  listSessions,
  loginWithCustomToken,
  revokeDevice,
  sendUndoCode,
  undoRemoval,
  unlinkAccount,
  unlinkEmail,
  unlinkPhone,
} from './operations.ts';
export { mountWalletFrameNow } from './wallets/embedded/mountWalletFrame.ts';
export {
  findPasswordFlaw,
  type PasswordFlaw,
  type PasswordStrength,
  passwordStrengthOf,
  scorePassword,
} from './wallets/embedded/password/index.ts';
export { checkSharedEntropy } from './wallets/embedded/recovery/checkSharedEntropy.ts';
export {
  addRecoveryPasskey,
  listRecoveryPasskeys,
  type RecoveryPasskey,
  recoverWithPasskey,
  removeRecoveryPasskey,
} from './wallets/embedded/recoveryPasskeys.ts';
export { type CloudAccess, startRecoveryOAuth } from './wallets/embedded/startRecoveryOAuth.ts';
