/** Social login, as `loadOAuth` and the table of account kinds load it. */
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
