import { captchaRoutes, fail, limits } from '@latchkey/wire';
import type { App, Apps } from '../apps/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Challenges } from '../challenges/index.ts';
import { type Sealing, sha256 } from '../crypto/index.ts';
import { type Implementation, implement } from '../http/index.ts';
import type { Sessions } from '../sessions/index.ts';
import type { Users } from '../users/index.ts';
import type { World } from '../world.ts';
import type { Captcha, CaptchaClaim } from './index.ts';
import { createProofOfWork } from './proofOfWork.ts';
import { createSecrets } from './secrets.ts';
import { createTurnstile } from './turnstile.ts';

export interface CaptchaDeps {
  readonly apps: Pick<Apps, 'find'>;
  readonly audit: Audit;
  readonly challenges: Pick<Challenges, 'usedIds'>;
  readonly sealing: Sealing;
  readonly sessions: Pick<Sessions, 'find'>;
  readonly users: Pick<Users, 'guests'>;
}

/** Longest token. Turnstile's have at most 2048 characters. */
const longestToken = 2_048;

export function createCaptcha(world: World, deps: CaptchaDeps): Captcha & { routes: Implementation[] } {
  const { apps, challenges, sessions, users } = deps;
  const secrets = createSecrets(world, deps);
  const proofOfWork = createProofOfWork(world);
  const turnstile = createTurnstile(world, secrets);

  /** Returns true once per id, so that only one of two simultaneous calls with a token proceeds. */
  const burn = (appId: string, id: string) =>
    challenges.usedIds.use({ appId, kind: 'captcha', id, lifeMs: limits.captchaTokenLifeMs });

  /** Returns true if the caller has a session of a user who is not a guest. Becoming a guest requires no captcha. */
  async function isKnown(app: App, bearer: string | null): Promise<boolean> {
    const session = await sessions.find(app, bearer);
    return session !== null && !(await users.guests.isGuest(session));
  }

  async function isPassed(claim: CaptchaClaim, token: string): Promise<boolean> {
    const { app } = claim;
    if (app.settings.captcha_provider === 'proof-of-work') {
      const solution = proofOfWork.read(token);
      // Checked before it is burnt. Otherwise an attacker could fill the table of used ids with made-up tokens. Only
      // one of two calls with a good token can burn it.
      return solution !== null && proofOfWork.isGood(claim, solution) && burn(app.id, solution.nonce);
    }
    // Turnstile itself accepts a token only once. The token is burnt here first, so a second call with it is refused
    // while the first one waits for Turnstile.
    return (await burn(app.id, sha256(token).toString('base64url'))) && turnstile.isGood(claim, token);
  }

  async function demand(claim: CaptchaClaim): Promise<boolean> {
    const { app, token } = claim;
    if (!app.settings.captcha_enabled) return false;
    if (!token || token.length > longestToken || !(await isPassed(claim, token))) fail('invalid_captcha');
    return true;
  }

  return {
    async check(claim) {
      const { app, caller } = claim;
      if (app.settings.captcha_enabled && (await isKnown(app, caller.bearer))) return false;
      return demand(claim);
    },
    demand,

    routes: [
      implement(captchaRoutes.challenge, async ({ app, body }) => {
        const { captcha_enabled, captcha_provider } = app.settings;
        if (!captcha_enabled || captcha_provider !== 'proof-of-work')
          fail('not_supported', { details: { reason: 'captcha_provider' } });
        return proofOfWork.createChallenge(app.id, body.action);
      }),
      implement(captchaRoutes.setSecret, async ({ body, caller, params }) => {
        const app = (await apps.find(params.id ?? '')) ?? fail('app_not_found');
        await secrets.put(app.id, body.secret, caller.operator);
        return { has_secret: body.secret !== null };
      }),
    ],
  };
}
