/**
 * Visits to the providers of social login: going there and coming back, by redirect or in a popup, and what they come to,
 * a login or a link. Pages load it with the first visit; it asks `consent` for the way and `changes` for links.
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
