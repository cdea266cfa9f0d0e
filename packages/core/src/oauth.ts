/**
 * Social login, an entry of its own because few visits need it: `@latchkey/core/login` has the methods that a login modal
 * shows at once. `@latchkey/core` has all.
 */
export {
  confirmInOAuthPopup,
  findOAuthReturn,
  finishOAuth,
  initLinkWithOAuth,
  initLoginWithOAuth,
  leaveOAuth,
  loginInOAuthPopup,
  type OAuthAct,
  type OAuthLoginInput,
  type OAuthOutcome,
  type OAuthReturn,
  unlinkOAuth,
} from './methods/oauth/index.ts';
