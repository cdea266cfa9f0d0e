/**
 * The login methods without pixels, and what a signed-in person does now and then: what a page loads when someone needs
 * it.
 */
export { acceptTerms, endOtherSessions, endSession, listSessions } from './account/index.ts';
export { type Captcha, type CaptchaState, captchaOf, noCaptcha } from './captcha/index.ts';
export {
  type AccountChange,
  type AccountMethod,
  type CodeFlow,
  type CodeInput,
  type Confirmation,
  checkFree,
  checkLink,
  checkUpdate,
  createAccountLink,
  createAccountUpdate,
  createEmailLogin,
  createGuestAccount,
  createLoginConfirmation,
  createSmsLogin,
  createUndo,
  type EmailLogin,
  findRecentLogin,
  findRemoval,
  followCustomAuth,
  initialOtp,
  isMobile,
  type LoginConfirmation,
  loginFlows,
  loginWithCustomToken,
  type OtpState,
  type RecentLogin,
  rememberLogin,
  type SmsLogin,
  sendUndoCode,
  takeUndoReference,
  type UndoInput,
  type UndoneRemoval,
  undoRemoval,
  unlinkEmail,
  unlinkPhone,
} from './methods/index.ts';
export { listDevices, revokeDevice } from './wallets/devices/index.ts';
export { createAdditionalWallet, importWallet } from './wallets/embedded/adding/index.ts';
export { type CloudAccess, startRecoveryOAuth } from './wallets/embedded/cloud/startRecoveryOAuth.ts';
export { mountWalletFrameNow } from './wallets/embedded/mountWalletFrameNow.ts';
export {
  addRecoveryPasskey,
  listRecoveryPasskeys,
  type RecoveryPasskey,
  recoverWithPasskey,
  removeRecoveryPasskey,
} from './wallets/embedded/passkeys/recoveryPasskeys.ts';
export {
  findPasswordFlaw,
  generateRecoveryPassword,
  type PasswordFlaw,
  type PasswordStrength,
  passwordStrengthOf,
  scorePassword,
} from './wallets/embedded/password/index.ts';
