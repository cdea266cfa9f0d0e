/**
 * Visits to the providers of social login: starts them and returns from them, by redirect or in a popup, and ends in a
 * login or a link. Pages load it with the first visit. Uses `consent` for the trip and `changes` for links.
 */

export { unlinkOAuth } from './changeOAuth.ts';
export {
  findOAuthReturn,
  finishOAuth,
  leaveOAuth,
  type OAuthOutcome,
  type OAuthReturn,
} from './finishOAuth.ts';
export type { OAuthAct } from './flows.ts';
export { confirmInOAuthPopup, loginInOAuthPopup } from './popupOAuth.ts';
export { initLinkWithOAuth, initLoginWithOAuth, type OAuthLoginInput } from './startOAuth.ts';
