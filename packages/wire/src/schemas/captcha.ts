import * as v from 'valibot';
import { captchaActions } from '../captcha.ts';

/** The captcha token that start calls carry. */
export const captchaToken = () => v.optional(v.nullable(v.string()));

export const captchaChallengeBodySchema = v.object({ action: v.picklist(captchaActions) });
export type CaptchaChallengeBody = v.InferInput<typeof captchaChallengeBodySchema>;

/**
 * A puzzle with one solution: the whole number below `range` for which PBKDF2 (HMAC-SHA-256, RFC 8018 §5.2) with
 * `challenge` as password, the number's decimal digits as salt and `cost` iterations gives 32 bytes that in base64url
 * begin with `prefix`. The captcha token is `<challenge>.<signature>.<the 32 bytes in base64url>`.
 */
export const captchaChallengeSchema = v.object({
  challenge: v.string(),
  signature: v.string(),
  prefix: v.string(),
  cost: v.pipe(v.number(), v.integer()),
  range: v.pipe(v.number(), v.integer()),
});
export type CaptchaChallenge = v.InferOutput<typeof captchaChallengeSchema>;

export const captchaSecretBodySchema = v.strictObject({
  secret: v.nullable(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))),
});
export type CaptchaSecretBody = v.InferInput<typeof captchaSecretBodySchema>;
export const captchaSecretReplySchema = v.object({ has_secret: v.boolean() });
export type CaptchaSecretReply = v.InferOutput<typeof captchaSecretReplySchema>;
