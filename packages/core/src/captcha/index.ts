/**
 * The captcha room: shows the service that a person is there, by its own proof of work or by Turnstile, each of which
 * loads when it is first needed. One captcha a client, no matter who asks. It asks http and config; login methods pass it
 * before they start (`passCaptcha`), what texts a number of a signed-in user's once it is asked for (`passIfAsked`), screens and hosts watch it.
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
