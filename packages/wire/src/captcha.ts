import { route } from './route.ts';
import type {
  CaptchaChallenge,
  CaptchaChallengeBody,
  CaptchaSecretBody,
  CaptchaSecretReply,
} from './schemas/captcha.ts';

/**
 * Who tells people from programs. `proof-of-work`: the service itself, by a small calculation in the browser, so that no
 * third party is asked. `turnstile`: Cloudflare's Turnstile, the one that published clients know.
 */
export const captchaProviders = ['proof-of-work', 'turnstile'] as const;
export type CaptchaProvider = (typeof captchaProviders)[number];

/** What a captcha is passed for: the calls that start a login. A token for one thing opens no other. */
export const captchaActions = ['login'] as const;
export type CaptchaAction = (typeof captchaActions)[number];

export const captchaRoutes = {
  challenge: /* @__PURE__ */ route<CaptchaChallengeBody, CaptchaChallenge>({
    name: 'captcha.challenge',
    method: 'POST',
    path: '/api/v1/captcha/challenge',
    auth: 'none',
    retry: 'safe',
    codes: ['not_supported'],
    summary: 'A proof-of-work challenge, where the app has that captcha on.',
  }),
  setSecret: /* @__PURE__ */ route<CaptchaSecretBody, CaptchaSecretReply>({
    name: 'captcha.setSecret',
    method: 'PUT',
    path: '/api/v1/admin/apps/{id}/captcha-secret',
    auth: 'admin',
    retry: 'safe',
    codes: ['missing_or_invalid_token', 'app_not_found'],
    summary: "Sets the app's own secret key of Turnstile; null takes it away. It is never shown again.",
  }),
} as const;
