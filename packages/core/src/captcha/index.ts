/**
 * Proves to the service that a human is present, with the service's proof of work or with Turnstile, each loaded on
 * first use. Callers share one captcha per client. Uses `base64url` and `step-up`, and the client's `http` and
 * `config` through its contexts. Most login methods run the captcha before they start (`passCaptcha`). Requests that
 * link, change or enrol a phone number run it only after the service required it (`passIfAsked`).
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
