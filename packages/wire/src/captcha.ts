import * as v from 'valibot';
import { feature } from './feature.ts';
import { route } from './route.ts';
import type { InputOf, OutputOf } from './schema.ts';

/**
 * Captcha providers. `proof-of-work`: the service itself, with a small calculation in the browser and without a third
 * party. `turnstile`: Cloudflare's Turnstile, which published clients know.
 */
export const captchaProviders = ['proof-of-work', 'turnstile'] as const;
export type CaptchaProvider = (typeof captchaProviders)[number];

/**
 * Actions for which a client obtains a captcha token. A token of proof of work for one action is not valid for another.
 */
export const captchaActions = ['login'] as const;
export type CaptchaAction = (typeof captchaActions)[number];

/** Captcha token in a request body. */
export const captchaToken = () => v.optional(v.nullable(v.string()));

export const captchaChallengeBodySchema = () => v.object({ action: v.picklist(captchaActions) });
export type CaptchaChallengeBody = InputOf<typeof captchaChallengeBodySchema>;

/**
 * Puzzle with one solution: the whole number below `range` for which PBKDF2 (HMAC-SHA-256, RFC 8018 §5.2) with
 * `challenge` as password, the number's decimal digits as salt and `cost` iterations returns 32 bytes whose base64url
 * begins with `prefix`. The captcha token is `<challenge>.<signature>.<the 32 bytes in base64url>`.
 */
export const captchaChallengeSchema = () =>
  v.object({
    challenge: v.string(),
    signature: v.string(),
    prefix: v.string(),
    cost: v.pipe(v.number(), v.integer()),
    range: v.pipe(v.number(), v.integer()),
  });
export type CaptchaChallenge = OutputOf<typeof captchaChallengeSchema>;

export const captchaSecretBodySchema = () =>
  v.strictObject({
    secret: v.nullable(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))),
  });
export type CaptchaSecretBody = InputOf<typeof captchaSecretBodySchema>;
export const captchaSecretReplySchema = () => v.object({ has_secret: v.boolean() });
export type CaptchaSecretReply = OutputOf<typeof captchaSecretReplySchema>;

export const captchaRoutes = {
  challenge: /* @__PURE__ */ route<CaptchaChallengeBody, CaptchaChallenge>({
    name: 'captcha.challenge',
    method: 'POST',
    path: '/api/v1/captcha/challenge',
    auth: 'none',
    retry: 'safe',
    codes: ['not_supported'],
    summary: 'Returns a proof-of-work challenge if the app uses this captcha.',
  }),
  setSecret: /* @__PURE__ */ route<CaptchaSecretBody, CaptchaSecretReply>({
    name: 'captcha.setSecret',
    method: 'PUT',
    path: '/api/v1/admin/apps/{id}/captcha-secret',
    auth: 'operator',
    role: 'admin',
    retry: 'safe',
    codes: ['missing_or_invalid_token', 'insufficient_role', 'app_not_found'],
    summary: "Sets the app's own secret key of Turnstile. null removes it. No route returns the key.",
  }),
} as const;

export const captchaFeature = () =>
  feature('captcha', captchaRoutes, {
    challenge: {
      body: captchaChallengeBodySchema(),
      reply: captchaChallengeSchema(),
    },
    setSecret: {
      body: captchaSecretBodySchema(),
      reply: captchaSecretReplySchema(),
    },
  });
