/**
 * The methods room: one file per login method, each a small store with its acts and no pixels. A method proves who
 * someone is and ends in the session (`session.authenticate`); it asks http and session, and no other method.
 */
import type { MethodId } from '@latchkey/wire';
import type { LatchkeyClient } from '../client.ts';
import { door } from '../door.ts';
import { createGuestAccount, loginWithCustomToken } from '../doors.ts';
import { createEmailLogin } from './email.ts';
import { createSmsLogin } from './sms.ts';

export {
  type AccountChange,
  type AccountMethod,
  type Confirmation,
  checkFree,
  checkLink,
  checkUpdate,
  createAccountLink,
  createAccountUpdate,
  createLoginConfirmation,
  createUndo,
  type LoginConfirmation,
  type UndoInput,
  type UndoneRemoval,
} from './changes/index.ts';
export { createEmailLogin, type EmailLogin } from './email.ts';
export { isMobile } from './oauth/isMobile.ts';
export { type CodeFlow, type CodeInput, initialOtp, type OtpState } from './oneTimeCode.ts';
export { findRecentLogin, type RecentLogin, rememberLogin } from './recentLogin.ts';
export { createSmsLogin, type SmsLogin } from './sms.ts';

/** The login of each method that exists, alphabetical. What stands behind a door is loaded when it is first used. */
export const loginFlows = {
  'custom-token': loginWithCustomToken,
  email: createEmailLogin,
  farcaster: door(async () => (await import('../farcaster.ts')).createFarcasterLogin),
  guest: createGuestAccount,
  oauth: door(async () => (await import('../oauth.ts')).initLoginWithOAuth),
  passkey: door(async () => (await import('../passkey.ts')).createPasskeyLogin),
  sms: createSmsLogin,
  telegram: door(async () => (await import('../telegram.ts')).loginWithTelegram),
} as const satisfies Record<MethodId, (client: LatchkeyClient, input: never) => unknown>;
