/**
 * Visits to the providers of social login, by redirect or in a popup: starts a visit, takes its return, and ends in a
 * login, a link or a confirmation. Uses `consent` for the visit, `captcha` for its start, `changes` for links and
 * confirmations, and `session` for logins.
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
