// The states of the screens that login methods have of their own, one line each, alphabetical.
export { crossApp as CROSS_APP_AUTH_SCREEN } from './crossApp.ts';
export { farcaster as AWAITING_FARCASTER_CONNECTION } from './farcaster.ts';
export { inApp as IN_APP_BROWSER_LOGIN_NOT_POSSIBLE, oauth as AWAITING_OAUTH_SCREEN } from './social.ts';
export { telegram as TELEGRAM_AUTH_SCREEN } from './telegram.ts';
export {
  connection as AWAITING_CONNECTION,
  installPhantom as INSTALL_PHANTOM_SCREEN,
  linkWallet as LINK_WALLET_SCREEN,
  phantomInterstitial as PHANTOM_INTERSTITIAL_SCREEN,
} from './wallet.ts';
