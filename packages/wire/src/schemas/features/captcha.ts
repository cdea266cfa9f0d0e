import { captchaRoutes } from '../../captcha.ts';
import {
  captchaChallengeBodySchema,
  captchaChallengeSchema,
  captchaSecretBodySchema,
  captchaSecretReplySchema,
} from '../captcha.ts';
import { feature } from '../feature.ts';

/** Captchas. */
export const captcha = /* @__PURE__ */ feature('captcha', captchaRoutes, {
  challenge: {
    body: captchaChallengeBodySchema,
    reply: captchaChallengeSchema,
  },
  setSecret: {
    body: captchaSecretBodySchema,
    reply: captchaSecretReplySchema,
  },
});
