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

/** Longer than any token: Turnstile's have at most 2048 characters. */
const longestToken = 2_048;

/** Makes the captcha room. */
export function createCaptcha(world: World, deps: CaptchaDeps): Captcha & { routes: Implementation[] } {
  const { apps, challenges, sessions, users } = deps;
  const secrets = createSecrets(world, deps);
  const proofOfWork = createProofOfWork(world);
  const turnstile = createTurnstile(world, secrets);

  /** True once per id, so that of two calls at once with one token only one goes on. */
  const burn = (appId: string, id: string) =>
    challenges.usedIds.use({ appId, kind: 'captcha', id, lifeMs: limits.captchaTokenLifeMs });

  /** Whether someone calls who has passed a captcha to be who they are: anyone can become a guest without one. */
  async function isKnown(app: App, bearer: string | null): Promise<boolean> {
    const session = await sessions.find(app, bearer);
    return session !== null && !(await users.guests.isGuest(session));
  }

  async function isPassed(claim: CaptchaClaim, token: string): Promise<boolean> {
    const { app } = claim;
    if (app.settings.captcha_provider === 'proof-of-work') {
      const solution = proofOfWork.read(token);
      return solution !== null && (await burn(app.id, solution.nonce)) && proofOfWork.isGood(claim, solution);
    }
    // Turnstile lets each token be verified once, too; burnt here first, one stolen on the way is of no use meanwhile.
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
      implement(captchaRoutes.setSecret, async ({ body, params }) => {
        const app = (await apps.find(params.id ?? '')) ?? fail('app_not_found');
        await secrets.put(app.id, body.secret);
        return { has_secret: body.secret !== null };
      }),
    ],
  };
}
