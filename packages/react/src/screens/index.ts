/**
 * Screens of the modal. A screen is a view with its data and its exits, and a row that holds what the shell needs
 * before the view is loaded. The row is here, beside the screen's account type (`methods/`) or in `mfa/mfaScreens.ts`.
 * A screen uses the services that it is given and leaves by a named exit. The flow decides which screen follows.
 */
import { errorScreen } from './error/ErrorScreen.tsx';
import type { PromptWay, WindowWay } from './funding/onRamps.tsx';
import type { FundingPlace } from './funding/place.ts';
import { landingScreen } from './landing/LandingScreen.tsx';
import { loadConfirmWays, methodScreens } from './methods/index.ts';
import { codeScreen } from './methods/one-time-code/CodeScreen.tsx';
import { mfaScreens } from './mfa/mfaScreens.ts';
import type { CloudProps } from './recovery/CloudView.tsx';
import { hasBack, isWizardCloseable } from './recovery/wizard/wizard.ts';
import { lazyScreen, type Screen } from './screen.ts';
import { connectingScreen } from './wallets/ConnectingScreen.tsx';
import { createdScreen } from './wallets/CreatedScreen.tsx';
import { createScreen } from './wallets/CreateScreen.tsx';
import type { KeyExportProps } from './wallets/KeyExportView.tsx';

const fundingViews = () => import('./funding/views.ts');
const onRampPrompt = (way: PromptWay) =>
  lazyScreen(async () => (await fundingViews()).createOnRampPrompt(way), {
    height: 'full',
    header: { back: 'back' },
  });
const onRampStatus = (way: PromptWay) =>
  lazyScreen(async () => (await fundingViews()).createOnRampStatus(way), { header: { back: 'back' } });
const onRampWindow = (way: WindowWay) =>
  lazyScreen(async () => (await fundingViews()).createOnRampWindow(way), { header: { back: 'back' } });
const transferViews = () => import('./funding/walletViews.ts');
const walletViews = () => import('./wallets/external/views.ts');
const wizardView = async () => (await import('./recovery/wizard/WizardView.tsx')).WizardView;
const wizardHeader = { back: 'back', hasBack, closeable: isWizardCloseable } as const;

/** Every screen by its name: first those of the account types, then the others. */
export const screens = {
  ...methodScreens,
  ACCOUNT_NOT_FOUND_SCREEN: lazyScreen(
    async () => (await import('./refusals/AccountNotFoundView.tsx')).AccountNotFoundView,
  ),
  AFFIRMATIVE_CONSENT_SCREEN: lazyScreen(async () => (await import('./terms/ConsentView.tsx')).ConsentView),
  ALLOWLIST_REJECTION_SCREEN: lazyScreen(
    async () => (await import('./refusals/AllowlistView.tsx')).AllowlistView,
  ),
  AWAITING_ACCOUNT_CODE: lazyScreen(
    async () => (await import('./changes/AccountCodeView.tsx')).AccountCodeView,
    {
      header: { back: 'back' },
      // Resets the flow, so it does not finish after the user has left.
      onClose: ({ act, method }, { accountFlows }) => accountFlows[act][method].reset(),
    },
  ),
  AWAITING_CONNECT_ONLY_CONNECTION: lazyScreen(async () => (await walletViews()).ConnectOnlyView, {
    header: { back: 'back' },
  }),
  AWAITING_FARCASTER_SIGNER: lazyScreen(
    async () => (await import('./farcaster-signer/SignerView.tsx')).SignerView,
  ),
  AWAITING_PASSWORDLESS_CODE: codeScreen,
  CAPTCHA_SCREEN: lazyScreen(async () => (await import('./captcha/CaptchaView.tsx')).CaptchaView, {
    header: { back: 'back' },
  }),
  CONFIRM_LOGIN_SCREEN: lazyScreen(async () => {
    const module = await import('./changes/ConfirmLoginView.tsx');
    return module.createConfirmLoginView(await loadConfirmWays());
  }),
  CONNECT_ONLY_AUTHENTICATED_SCREEN: lazyScreen(async () => (await walletViews()).ConnectAnotherView),
  CONNECT_ONLY_LANDING_SCREEN: lazyScreen(async () => (await walletViews()).ConnectListView),
  COINBASE_ONRAMP_STATUS: onRampWindow('coinbase'),
  CONNECTED_APPS_SCREEN: lazyScreen(
    async () => (await import('./access/ConnectedAppsView.tsx')).ConnectedAppsView,
  ),
  CONNECT_OR_CREATE: landingScreen,
  EMBEDDED_WALLET_CONNECTING_SCREEN: connectingScreen,
  EMBEDDED_WALLET_CREATED_SCREEN: createdScreen,
  EMBEDDED_WALLET_KEY_EXPORT_SCREEN: lazyScreen(
    async () => (await import('./wallets/KeyExportView.tsx')).KeyExportView,
    { header: { back: 'back', hasBack: ({ previous }: KeyExportProps): boolean => previous !== undefined } },
  ),
  EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN: createScreen,
  EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN: lazyScreen(wizardView, { header: wizardHeader }),
  EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN: lazyScreen(
    async () => (await import('./recovery/PasswordRecoveryView.tsx')).PasswordRecoveryView,
  ),
  EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN: lazyScreen(wizardView, { header: wizardHeader }),
  EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN: lazyScreen(
    async () => (await import('./recovery/UpdateSplashView.tsx')).UpdateSplashView,
  ),
  EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN: lazyScreen(
    async () => (await import('./recovery/CloudView.tsx')).CloudView,
    { header: { back: 'back', hasBack: ({ previous }: CloudProps): boolean => previous !== null } },
  ),
  EMBEDDED_WALLET_RECOVERY_SELECTION_SCREEN: lazyScreen(
    async () => (await import('./recovery/RecoverySelectionView.tsx')).RecoverySelectionView,
    { header: { closeable: ({ task }) => task.initiator === 'user' } },
  ),
  EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN: lazyScreen(
    async () => (await import('./transactions/SendView.tsx')).SendView,
    { height: 'full' },
  ),
  EMBEDDED_WALLET_SET_AUTOMATIC_RECOVERY_SCREEN: lazyScreen(
    async () => (await import('./recovery/AutomaticView.tsx')).AutomaticView,
  ),
  EMBEDDED_WALLET_SIGN_REQUEST_SCREEN: lazyScreen(
    async () => (await import('./wallets/SignRequestView.tsx')).SignRequestView,
    { height: 'full' },
  ),
  ERROR_SCREEN: errorScreen,
  FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_WALLET: lazyScreen(
    async () => (await transferViews()).AwaitingView,
    { height: 'full' },
  ),
  FUNDING_MANUAL_TRANSFER: lazyScreen(async () => (await fundingViews()).ManualView, {
    height: 'full',
    header: { back: 'back' },
  }),
  FUNDING_METHOD_SELECTION: lazyScreen(async () => (await fundingViews()).FundingSelectionView, {
    height: 'full',
    header: { back: 'back', hasBack: ({ returnTo }: FundingPlace): boolean => returnTo !== undefined },
  }),
  FUNDING_TRANSFER_FROM_WALLET: lazyScreen(async () => (await transferViews()).FromWalletView, {
    height: 'full',
    header: { back: 'back' },
  }),
  GUEST_WALLET_SCREEN: lazyScreen(async () => (await import('./guest/GuestWalletView.tsx')).GuestWalletView),
  LANDING: landingScreen,
  LINK_CONFLICT_SCREEN: lazyScreen(
    async () => (await import('./changes/LinkConflictView.tsx')).LinkConflictView,
  ),
  LOGIN_FAILED_SCREEN: lazyScreen(
    async () => (await import('./refusals/LoginFailedView.tsx')).LoginFailedView,
  ),
  ...mfaScreens,
  MOONPAY_PROMPT: onRampPrompt('moonpay'),
  MOONPAY_STATUS: onRampStatus('moonpay'),
  RECOVERY_PASSKEYS_SCREEN: lazyScreen(
    async () => (await import('./recovery/passkeys/PasskeysView.tsx')).PasskeysView,
  ),
  SESSIONS_SCREEN: lazyScreen(async () => (await import('./access/SessionsView.tsx')).SessionsView),
  UNDO_CHANGE_SCREEN: lazyScreen(async () => (await import('./undo/UndoView.tsx')).UndoView),
  UNDO_DONE_SCREEN: lazyScreen(async () => (await import('./undo/UndoView.tsx')).UndoDoneView),
  USER_LIMIT_REACHED_SCREEN: lazyScreen(
    async () => (await import('./refusals/UserLimitView.tsx')).UserLimitView,
  ),
};

type Screens = typeof screens;
export type ScreenName = keyof Screens;
type ScreenTypes = {
  [N in ScreenName]: Screens[N] extends Screen<infer Props, infer Exits>
    ? { props: Props; exits: Exits }
    : never;
};
export type PropsOf<N extends ScreenName> = ScreenTypes[N]['props'];
export type ExitsOf<N extends ScreenName> = ScreenTypes[N]['exits'];

export type { AccountAct } from './changes/AccountView.tsx';
export type { Entry, EntryOf, ScreenExit } from './entry.ts';
export { isLasting } from './error/errorTexts.ts';
export { ExplanationContext } from './explanation.ts';
export { isFundingOffered } from './funding/isFundingOffered.ts';
export type { OnRampPromptExits } from './funding/OnRampPromptView.tsx';
export type { OnRampStatusExits, OnRampStatusProps } from './funding/OnRampStatusView.tsx';
export type { OnRampWindowExits, OnRampWindowProps } from './funding/OnRampWindowView.tsx';
export type { FundingPlace } from './funding/place.ts';
export { loginMethods } from './methods/index.ts';
export { type EnrollProps, type EnrollScreenName, enrollScreenOf } from './mfa/factors/enrolling.ts';
export type { VerifyProps } from './mfa/verification/verifyProps.ts';
export type { BackupTask, CreateTask, RecoverTask, UserOwnedMethod } from './recovery/task.ts';
export { StatusPage } from './StatusPage.tsx';
export type { Exit, Failed, Screen } from './screen.ts';
export { screensCss } from './screens.css.ts';
export { type AccountFlows, type Services, ServicesContext } from './services.ts';
export type { Chosen } from './wallets/external/chosen.ts';
