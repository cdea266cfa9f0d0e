/**
 * Proves to the service that a person is present, by the service's proof of work or by Turnstile, each of which loads
 * when it is first needed. One captcha per client, shared by all callers. Uses `http` and `config`. Login methods pass
 * it before they start (`passCaptcha`); requests that text a number of a signed-in user pass it once it is required
 * (`passIfAsked`); screens and hosts watch it.
 */
export {
  type Captcha,
  type CaptchaState,
  captchaOf,
  heldToken,
  noCaptcha,
  passCaptcha,
  passIfAsked,
} from './captcha.ts';
