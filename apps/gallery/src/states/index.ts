/**
 * Every screen of the modal and every hosted page in its states: its entry, the responses of its environment, and the
 * user's actions. The type check fails if a screen of the modal has no state.
 */
import { getAppRoute } from '@latchkey/wire';
import type { Entry, ScreenName } from '../../../../packages/react/src/gallery.ts';
import { hang, refuse } from '../network.ts';
import {
  accountCode,
  confirmLogin,
  linkConflict,
  linkEmail,
  linkPhone,
  updateEmail,
  updatePhone,
} from './accounts.ts';
import { captcha } from './captcha.ts';
import { code } from './code.ts';
import { factorStates } from './factors.ts';
import { farcasterSigner } from './farcasterSigner.ts';
import {
  awaiting,
  coinbaseStatus,
  fromWallet,
  manual,
  moonpayPrompt,
  moonpayStatus,
  selection,
} from './funding/index.ts';
import { hostedPages } from './hosted.ts';
import { connectOrCreate, landing } from './landing.ts';
import { crossApp } from './methods/crossApp.ts';
import { farcaster } from './methods/farcaster.ts';
import { inApp, oauth } from './methods/social.ts';
import { telegram } from './methods/telegram.ts';
import {
  connectAnother,
  connection,
  connectLanding,
  connectOnly,
  installPhantom,
  linkWallet,
  phantomInterstitial,
} from './methods/wallet.ts';
import {
  mfaBackupCode,
  mfaBackupCodes,
  mfaEnrollCode,
  mfaEnrolled,
  mfaEnrollmentFlow,
  mfaLost,
  mfaRemoval,
  mfaVerification,
  mfaVerifyCode,
  mfaVerifyPasskey,
} from './mfa.ts';
import { linkPasskey, passkeyLogin } from './passkeys.ts';
import {
  automaticRecovery,
  passwordCreate,
  passwordRecovery,
  passwordUpdate,
  recoveryOAuth,
  recoveryPasskeys,
  recoverySelection,
  updateSplash,
} from './recovery.ts';
import {
  accountNotFound,
  allowlist,
  consent,
  error,
  guestWallet,
  loginFailed,
  userLimit,
} from './refusals.ts';
import { connectedApps, sessions, undo, undone } from './safeguards.ts';
import type { Conditions, HostedState, States } from './state.ts';
import { send } from './transactions.ts';
import { connecting, created, creating, keyExport, signRequest } from './wallets.ts';

const screens: { readonly [N in ScreenName]: States<N> } = {
  ACCOUNT_NOT_FOUND_SCREEN: accountNotFound,
  AFFIRMATIVE_CONSENT_SCREEN: consent,
  ALLOWLIST_REJECTION_SCREEN: allowlist,
  AWAITING_ACCOUNT_CODE: accountCode,
  AWAITING_CONNECTION: connection,
  AWAITING_CONNECT_ONLY_CONNECTION: connectOnly,
  AWAITING_FARCASTER_CONNECTION: farcaster,
  AWAITING_FARCASTER_SIGNER: farcasterSigner,
  AWAITING_OAUTH_SCREEN: oauth,
  AWAITING_PASSKEY_SYSTEM_DIALOGUE: passkeyLogin,
  AWAITING_PASSWORDLESS_CODE: code,
  CAPTCHA_SCREEN: captcha,
  COINBASE_ONRAMP_STATUS: coinbaseStatus,
  CONFIRM_LOGIN_SCREEN: confirmLogin,
  CONNECT_ONLY_AUTHENTICATED_SCREEN: connectAnother,
  CONNECT_ONLY_LANDING_SCREEN: connectLanding,
  CONNECTED_APPS_SCREEN: connectedApps,
  CONNECT_OR_CREATE: connectOrCreate,
  CROSS_APP_AUTH_SCREEN: crossApp,
  EMBEDDED_WALLET_CONNECTING_SCREEN: connecting,
  EMBEDDED_WALLET_CREATED_SCREEN: created,
  EMBEDDED_WALLET_KEY_EXPORT_SCREEN: keyExport,
  EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN: creating,
  EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN: passwordCreate,
  EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN: passwordRecovery,
  EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN: passwordUpdate,
  EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN: updateSplash,
  EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN: recoveryOAuth,
  EMBEDDED_WALLET_RECOVERY_SELECTION_SCREEN: recoverySelection,
  EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN: send,
  EMBEDDED_WALLET_SET_AUTOMATIC_RECOVERY_SCREEN: automaticRecovery,
  EMBEDDED_WALLET_SIGN_REQUEST_SCREEN: signRequest,
  ERROR_SCREEN: error,
  FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_WALLET: awaiting,
  FUNDING_MANUAL_TRANSFER: manual,
  FUNDING_METHOD_SELECTION: selection,
  FUNDING_TRANSFER_FROM_WALLET: fromWallet,
  GUEST_WALLET_SCREEN: guestWallet,
  IN_APP_BROWSER_LOGIN_NOT_POSSIBLE: inApp,
  INSTALL_PHANTOM_SCREEN: installPhantom,
  LANDING: landing,
  LINK_CONFLICT_SCREEN: linkConflict,
  LINK_EMAIL_SCREEN: linkEmail,
  LINK_PASSKEY_SCREEN: linkPasskey,
  LINK_PHONE_SCREEN: linkPhone,
  LINK_WALLET_SCREEN: linkWallet,
  LOGIN_FAILED_SCREEN: loginFailed,
  ...factorStates,
  MFA_BACKUP_CODES_SCREEN: mfaBackupCodes,
  MFA_BACKUP_CODE_SCREEN: mfaBackupCode,
  MFA_ENROLLED_SCREEN: mfaEnrolled,
  MFA_ENROLLMENT_CODE_SCREEN: mfaEnrollCode,
  MFA_ENROLLMENT_FLOW_SCREEN: mfaEnrollmentFlow,
  MFA_LOST_SCREEN: mfaLost,
  MFA_REMOVAL_SCREEN: mfaRemoval,
  MFA_VERIFICATION_CODE_SCREEN: mfaVerifyCode,
  MFA_VERIFICATION_PASSKEY_SCREEN: mfaVerifyPasskey,
  MFA_VERIFICATION_SCREEN: mfaVerification,
  MOONPAY_PROMPT: moonpayPrompt,
  MOONPAY_STATUS: moonpayStatus,
  PHANTOM_INTERSTITIAL_SCREEN: phantomInterstitial,
  RECOVERY_PASSKEYS_SCREEN: recoveryPasskeys,
  SESSIONS_SCREEN: sessions,
  TELEGRAM_AUTH_SCREEN: telegram,
  UNDO_CHANGE_SCREEN: undo,
  UNDO_DONE_SCREEN: undone,
  UPDATE_EMAIL_SCREEN: updateEmail,
  UPDATE_PHONE_SCREEN: updatePhone,
  USER_LIMIT_REACHED_SCREEN: userLimit,
};

const placeholder: Readonly<Record<string, Conditions>> = {
  usual: { answers: [hang(getAppRoute)] },
  failed: { answers: [refuse(getAppRoute, 'app_not_found')], act: ({ see }) => see('.button') },
};

/** A state of a screen of the modal. */
export interface ScreenExhibit {
  /** Screen and state, such as `LANDING: usual`. */
  readonly name: string;
  readonly entry: Entry | null;
  readonly conditions: Conditions;
}

/** A state of a hosted page. */
export interface HostedExhibit {
  /** Page and state, such as `HOSTED_CONNECT: usual`. */
  readonly name: string;
  readonly hosted: HostedState;
}

export type Exhibit = ScreenExhibit | HostedExhibit;

export const exhibits: readonly Exhibit[] = [
  ...Object.entries(placeholder).map(([state, conditions]) => ({
    name: `LOADING: ${state}`,
    entry: null,
    conditions,
  })),
  ...Object.entries(screens).flatMap(([screen, states]) =>
    Object.entries(states).map(([state, { props, ...conditions }]) => ({
      name: `${screen}: ${state}`,
      // Screen and props are of one entry of `screens`, but TypeScript cannot tell.
      entry: { name: screen, props } as Entry,
      conditions,
    })),
  ),
  ...Object.entries(hostedPages).flatMap(([page, states]) =>
    Object.entries(states).map(([state, hosted]) => ({ name: `${page}: ${state}`, hosted })),
  ),
];
