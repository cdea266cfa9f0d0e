/**
 * The harness: Latchkey for browser tests. The service runs in a process of its own and answers over real HTTP, mail
 * goes through the sandbox, and host pages come from a server of their own. Tests move the service's clock, run its
 * jobs, hold its requests and kill its process.
 */

export { addAuthenticator, keepPopup } from './authenticator.ts';
export { type AuthenticatorApp, readAuthUrl, scanQrCode } from './authenticatorApp.ts';
export {
  launchBrowser,
  openProfile,
  type Profile,
  pressAndClose,
  pressTwice,
  probeStorage,
  type Screen,
  type SharedBrowser,
  type ShareOptions,
  type Sight,
  screenshot,
  shareBrowser,
  stopClock,
  withMotion,
} from './browser.ts';
export { type Harness, type HarnessOptions, startHarness } from './harness.ts';
export { buildHost, chunksPath, type Host, startHost, strictPolicy } from './host.ts';
export { openInbox } from './inbox.ts';
export { findBarriers, lookInBothSchemes, settle } from './look.ts';
export { readQrCode } from './qrCode.ts';
export { readPicture } from './readPicture.ts';
export { screenOf } from './screenOf.ts';
export { type SecureSites, startSecureSites } from './secureSites.ts';
export type { CrashPoint } from './service/messages.ts';
export { waitInPage } from './waitInPage.ts';
