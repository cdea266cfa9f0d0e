/**
 * The screens of the modal, one file each: its data, its exits, its words, its view. A screen works with the services it
 * is given and leaves by a named exit; it never names another screen. The flow decides where an exit leads, the modal
 * shows what this list holds.
 */
import type { AccountCodeExits, AccountCodeProps } from './account/AccountCodeView.tsx';
import type { AccountExits, AccountProps } from './account/AccountView.tsx';
import type { ConfirmLoginExits, ConfirmLoginProps } from './account/ConfirmLoginView.tsx';
import type { LinkConflictExits, LinkConflictProps } from './account/LinkConflictView.tsx';
import {
  accountCodeScreen,
  confirmLoginScreen,
  linkConflictScreen,
  linkEmailScreen,
  linkPhoneScreen,
  updateEmailScreen,
  updatePhoneScreen,
} from './account/screens.ts';
import type { CaptchaExits, CaptchaProps } from './captcha/CaptchaScreen.tsx';
import { captchaScreen } from './captcha/CaptchaScreen.tsx';
import type { ErrorExits, ErrorProps } from './error/ErrorScreen.tsx';
import { errorScreen } from './error/ErrorScreen.tsx';
import type { LandingExits, LandingProps } from './landing/LandingScreen.tsx';
import { landingScreen } from './landing/LandingScreen.tsx';
import type { FarcasterExits, FarcasterProps } from './methods/farcaster/FarcasterView.tsx';
import { farcasterScreen } from './methods/farcaster/screens.ts';
import type { CodeExits, CodeProps } from './methods/one-time-code/CodeScreen.tsx';
import { codeScreen } from './methods/one-time-code/CodeScreen.tsx';
import type { LinkPasskeyExits, LinkPasskeyProps } from './methods/passkey/LinkPasskeyView.tsx';
import type { PasskeyLoginExits, PasskeyLoginProps } from './methods/passkey/PasskeyLoginView.tsx';
import { linkPasskeyScreen, passkeyLoginScreen } from './methods/passkey/screens.ts';
import type { InAppExits, InAppProps } from './methods/social/InAppView.tsx';
import type { OAuthExits, OAuthProps } from './methods/social/OAuthView.tsx';
import { inAppScreen, oauthScreen } from './methods/social/screens.ts';
import { telegramScreen } from './methods/telegram/screens.ts';
import type { TelegramExits, TelegramProps } from './methods/telegram/TelegramView.tsx';
import type { AutomaticExits, AutomaticProps } from './recovery/AutomaticView.tsx';
import type { CloudExits, CloudProps } from './recovery/CloudView.tsx';
import type { PasswordRecoveryExits, PasswordRecoveryProps } from './recovery/PasswordRecoveryView.tsx';
import type { PasskeysExits, PasskeysProps } from './recovery/passkeys/PasskeysView.tsx';
import type { SelectionExits, SelectionProps } from './recovery/SelectionView.tsx';
import {
  automaticScreen,
  cloudScreen,
  passwordCreateScreen,
  passwordRecoveryScreen,
  passwordUpdateScreen,
  recoveryPasskeysScreen,
  selectionScreen,
  updateSplashScreen,
} from './recovery/screens.ts';
import type { UpdateSplashExits, UpdateSplashProps } from './recovery/UpdateSplashView.tsx';
import type { WizardExits, WizardProps } from './recovery/wizard/wizard.ts';
import type { AccountNotFoundExits, AccountNotFoundProps } from './refusals/AccountNotFoundView.tsx';
import type { AllowlistExits, AllowlistProps } from './refusals/AllowlistView.tsx';
import type { LoginFailedExits, LoginFailedProps } from './refusals/LoginFailedView.tsx';
import {
  accountNotFoundScreen,
  allowlistScreen,
  loginFailedScreen,
  userLimitScreen,
} from './refusals/screens.ts';
import type { UserLimitExits, UserLimitProps } from './refusals/UserLimitView.tsx';
import type { Screen } from './screen.ts';
import type { SessionsExits, SessionsProps } from './sessions/SessionsView.tsx';
import { sessionsScreen } from './sessions/screens.ts';
import type { ConsentExits, ConsentProps } from './terms/ConsentView.tsx';
import { consentScreen } from './terms/screens.ts';
import { undoDoneScreen, undoScreen } from './undo/screens.ts';
import type { UndoDoneExits, UndoDoneProps, UndoExits, UndoProps } from './undo/UndoView.tsx';
import type { ConnectingExits, ConnectingProps } from './wallets/ConnectingScreen.tsx';
import { connectingScreen } from './wallets/ConnectingScreen.tsx';
import type { CreatedExits, CreatedProps } from './wallets/CreatedScreen.tsx';
import { createdScreen } from './wallets/CreatedScreen.tsx';
import type { CreateExits, CreateProps } from './wallets/CreateScreen.tsx';
import { createScreen } from './wallets/CreateScreen.tsx';
import type { KeyExportExits, KeyExportProps } from './wallets/KeyExportView.tsx';
import type { SignRequestExits, SignRequestProps } from './wallets/SignRequestView.tsx';
import { keyExportScreen, signRequestScreen } from './wallets/screens.ts';

/** Data and exits of every screen, by its name in the specification. */
interface ScreenTypes {
  ACCOUNT_NOT_FOUND_SCREEN: { props: AccountNotFoundProps; exits: AccountNotFoundExits };
  AFFIRMATIVE_CONSENT_SCREEN: { props: ConsentProps; exits: ConsentExits };
  ALLOWLIST_REJECTION_SCREEN: { props: AllowlistProps; exits: AllowlistExits };
  AWAITING_ACCOUNT_CODE: { props: AccountCodeProps; exits: AccountCodeExits };
  AWAITING_FARCASTER_CONNECTION: { props: FarcasterProps; exits: FarcasterExits };
  AWAITING_OAUTH_SCREEN: { props: OAuthProps; exits: OAuthExits };
  AWAITING_PASSKEY_SYSTEM_DIALOGUE: { props: PasskeyLoginProps; exits: PasskeyLoginExits };
  AWAITING_PASSWORDLESS_CODE: { props: CodeProps; exits: CodeExits };
  CONFIRM_LOGIN_SCREEN: { props: ConfirmLoginProps; exits: ConfirmLoginExits };
  CAPTCHA_SCREEN: { props: CaptchaProps; exits: CaptchaExits };
  EMBEDDED_WALLET_CONNECTING_SCREEN: { props: ConnectingProps; exits: ConnectingExits };
  EMBEDDED_WALLET_CREATED_SCREEN: { props: CreatedProps; exits: CreatedExits };
  EMBEDDED_WALLET_KEY_EXPORT_SCREEN: { props: KeyExportProps; exits: KeyExportExits };
  EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN: { props: CreateProps; exits: CreateExits };
  EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN: { props: WizardProps; exits: WizardExits };
  EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN: { props: PasswordRecoveryProps; exits: PasswordRecoveryExits };
  EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN: { props: WizardProps; exits: WizardExits };
  EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN: { props: UpdateSplashProps; exits: UpdateSplashExits };
  EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN: { props: CloudProps; exits: CloudExits };
  EMBEDDED_WALLET_RECOVERY_SELECTION_SCREEN: { props: SelectionProps; exits: SelectionExits };
  EMBEDDED_WALLET_SET_AUTOMATIC_RECOVERY_SCREEN: { props: AutomaticProps; exits: AutomaticExits };
  EMBEDDED_WALLET_SIGN_REQUEST_SCREEN: { props: SignRequestProps; exits: SignRequestExits };
  ERROR_SCREEN: { props: ErrorProps; exits: ErrorExits };
  IN_APP_BROWSER_LOGIN_NOT_POSSIBLE: { props: InAppProps; exits: InAppExits };
  LANDING: { props: LandingProps; exits: LandingExits };
  LINK_CONFLICT_SCREEN: { props: LinkConflictProps; exits: LinkConflictExits };
  LINK_EMAIL_SCREEN: { props: AccountProps; exits: AccountExits };
  LINK_PASSKEY_SCREEN: { props: LinkPasskeyProps; exits: LinkPasskeyExits };
  LINK_PHONE_SCREEN: { props: AccountProps; exits: AccountExits };
  LOGIN_FAILED_SCREEN: { props: LoginFailedProps; exits: LoginFailedExits };
  RECOVERY_PASSKEYS_SCREEN: { props: PasskeysProps; exits: PasskeysExits };
  SESSIONS_SCREEN: { props: SessionsProps; exits: SessionsExits };
  TELEGRAM_AUTH_SCREEN: { props: TelegramProps; exits: TelegramExits };
  UNDO_CHANGE_SCREEN: { props: UndoProps; exits: UndoExits };
  UNDO_DONE_SCREEN: { props: UndoDoneProps; exits: UndoDoneExits };
  UPDATE_EMAIL_SCREEN: { props: AccountProps; exits: AccountExits };
  UPDATE_PHONE_SCREEN: { props: AccountProps; exits: AccountExits };
  USER_LIMIT_REACHED_SCREEN: { props: UserLimitProps; exits: UserLimitExits };
}

export type ScreenName = keyof ScreenTypes;
export type PropsOf<N extends ScreenName> = ScreenTypes[N]['props'];
export type ExitsOf<N extends ScreenName> = ScreenTypes[N]['exits'];

/** The guest list. Alphabetical. */
export const screens: { readonly [N in ScreenName]: Screen<PropsOf<N>, ExitsOf<N>> } = {
  ACCOUNT_NOT_FOUND_SCREEN: accountNotFoundScreen,
  AFFIRMATIVE_CONSENT_SCREEN: consentScreen,
  ALLOWLIST_REJECTION_SCREEN: allowlistScreen,
  AWAITING_ACCOUNT_CODE: accountCodeScreen,
  AWAITING_FARCASTER_CONNECTION: farcasterScreen,
  AWAITING_OAUTH_SCREEN: oauthScreen,
  AWAITING_PASSKEY_SYSTEM_DIALOGUE: passkeyLoginScreen,
  AWAITING_PASSWORDLESS_CODE: codeScreen,
  CONFIRM_LOGIN_SCREEN: confirmLoginScreen,
  CAPTCHA_SCREEN: captchaScreen,
  EMBEDDED_WALLET_CONNECTING_SCREEN: connectingScreen,
  EMBEDDED_WALLET_CREATED_SCREEN: createdScreen,
  EMBEDDED_WALLET_KEY_EXPORT_SCREEN: keyExportScreen,
  EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN: createScreen,
  EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN: passwordCreateScreen,
  EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN: passwordRecoveryScreen,
  EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN: passwordUpdateScreen,
  EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN: updateSplashScreen,
  EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN: cloudScreen,
  EMBEDDED_WALLET_RECOVERY_SELECTION_SCREEN: selectionScreen,
  EMBEDDED_WALLET_SET_AUTOMATIC_RECOVERY_SCREEN: automaticScreen,
  EMBEDDED_WALLET_SIGN_REQUEST_SCREEN: signRequestScreen,
  ERROR_SCREEN: errorScreen,
  IN_APP_BROWSER_LOGIN_NOT_POSSIBLE: inAppScreen,
  LANDING: landingScreen,
  LINK_CONFLICT_SCREEN: linkConflictScreen,
  LINK_EMAIL_SCREEN: linkEmailScreen,
  LINK_PASSKEY_SCREEN: linkPasskeyScreen,
  LINK_PHONE_SCREEN: linkPhoneScreen,
  LOGIN_FAILED_SCREEN: loginFailedScreen,
  RECOVERY_PASSKEYS_SCREEN: recoveryPasskeysScreen,
  SESSIONS_SCREEN: sessionsScreen,
  TELEGRAM_AUTH_SCREEN: telegramScreen,
  UNDO_CHANGE_SCREEN: undoScreen,
  UNDO_DONE_SCREEN: undoDoneScreen,
  UPDATE_EMAIL_SCREEN: updateEmailScreen,
  UPDATE_PHONE_SCREEN: updatePhoneScreen,
  USER_LIMIT_REACHED_SCREEN: userLimitScreen,
};

export type { AccountAct } from './account/AccountView.tsx';
export { ExplanationContext } from './explanation.ts';
export type { BackupTask, CreateTask, RecoverTask, UserOwnedMethod } from './recovery/task.ts';
export type { Exit, Failed, Screen } from './screen.ts';
export { screensCss } from './screens.css.ts';
export { type AccountFlows, type Services, ServicesContext } from './services.ts';
export type { ScreenTexts } from './texts.ts';
