/**
 * Login methods: one file or folder each, with operations and no user interface. A method proves who a user is and
 * ends in the session (`session.authenticate`). Uses `http`, `session`, `mfa`, `captcha`, `consent`, `storage`,
 * `base64url`, `config` and `wallets`, and `analytics` for reports.
 */
import { accountTypes } from './account-types/index.ts';

export { isMobile } from '../isMobile.ts';
export { type AccountMethod, accountTypes, type UnlinkInput } from './account-types/index.ts';
export {
  checkLink,
  checkUpdate,
  createAccountLink,
  createAccountUpdate,
  createLoginConfirmation,
  type LoginConfirmation,
} from './changes/accountFlows.ts';
export { createUndo } from './changes/createUndo.ts';
export { type AccountChange, type Confirmation, checkFree } from './changes/index.ts';
export type { UndoInput, UndoneRemoval } from './changes/undoRemoval.ts';
export { createEmailLogin, type EmailLogin } from './email.ts';
export { type CodeFlow, type CodeInput, initialOtp, type OtpState } from './oneTimeCode.ts';
export { findRecentLogin, type RecentLogin, rememberLogin } from './recentLogin.ts';
export { createSmsLogin, type SmsLogin } from './sms.ts';

type AccountTypes = typeof accountTypes;
type LoginFlows = { readonly [Id in keyof AccountTypes]: AccountTypes[Id]['logIn'] };

/** Login of each method, alphabetical. Lazy logins load when they are first called. */
export const loginFlows = /* @__PURE__ */ Object.fromEntries(
  Object.entries(accountTypes).map(([id, { logIn }]) => [id, logIn]),
) as LoginFlows;
