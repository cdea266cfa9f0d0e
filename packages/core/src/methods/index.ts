/**
 * The methods room: one file per login method, each a small store with its acts and no pixels. A method proves who
 * someone is and ends in the session (`session.authenticate`); it asks http and session, and no other method.
 */
import type { MethodId } from '@latchkey/wire';
import type { LatchkeyClient } from '../client.ts';
import { loginWithCustomToken } from './customToken.ts';
import { createEmailLogin } from './email.ts';
import { createGuestAccount } from './guest.ts';
import type { OAuthLoginInput } from './oauth/index.ts';
import { createSmsLogin } from './sms.ts';
import type { TelegramLoginInput } from './telegram/telegram.ts';

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
  findRemoval,
  type LoginConfirmation,
  sendUndoCode,
  takeUndoReference,
  type UndoInput,
  type UndoneRemoval,
  undoRemoval,
  unlinkEmail,
  unlinkPhone,
} from './changes/index.ts';
export { followCustomAuth, loginWithCustomToken } from './customToken.ts';
export { createEmailLogin, type EmailLogin } from './email.ts';
export { createGuestAccount } from './guest.ts';
export { isMobile } from './oauth/isMobile.ts';
export { type CodeFlow, type CodeInput, initialOtp, type OtpState } from './oneTimeCode.ts';
export { findRecentLogin, type RecentLogin, rememberLogin } from './recentLogin.ts';
export { createSmsLogin, type SmsLogin } from './sms.ts';

/** The login of each method that exists, alphabetical. */
export const loginFlows = {
  'custom-token': loginWithCustomToken,
  email: createEmailLogin,
  /** Loaded when it is first used. */
  farcaster: async (client: LatchkeyClient) => (await import('../farcaster.ts')).createFarcasterLogin(client),
  guest: createGuestAccount,
  /** Loaded when it is first used. */
  oauth: async (client: LatchkeyClient, input: OAuthLoginInput) =>
    (await import('../oauth.ts')).initLoginWithOAuth(client, input),
  /** Loaded when it is first used. */
  passkey: async (client: LatchkeyClient) => (await import('../passkey.ts')).createPasskeyLogin(client),
  sms: createSmsLogin,
  telegram: async (client: LatchkeyClient, input: TelegramLoginInput) =>
    (await import('../telegram.ts')).loginWithTelegram(client, input),
} as const satisfies Record<MethodId, (client: LatchkeyClient, input: never) => unknown>;
