/** Social login, loaded by `loadOAuth` and by the table of account types. */
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
