import { originMatch } from '../apps/index.ts';
import { describeError } from '../http/index.ts';
import type { World } from '../world.ts';
import type { CaptchaClaim } from './index.ts';
import type { CaptchaSecrets } from './secrets.ts';
import { isTestSecret } from './testSecrets.ts';

/** Longest time for an answer, in ms. */
const timeoutMs = 5_000;

interface Verdict {
  success?: unknown;
  hostname?: unknown;
  action?: unknown;
  'error-codes'?: unknown;
}

export interface Turnstile {
  /**
   * Returns true if Cloudflare confirms a token that was made for this app, on the host of the calling page, or for
   * callers without an origin on the host of any page of the app. With a test key, which production does not accept,
   * app and host are not checked. Returns false if Cloudflare cannot be reached.
   */
  isGood(claim: CaptchaClaim, token: string): Promise<boolean>;
}

/**
 * Creates the check of Turnstile's tokens, each of which Cloudflare accepts once and for 300 s.
 * https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
 */
export function createTurnstile(world: World, secrets: Pick<CaptchaSecrets, 'find'>): Turnstile {
  const { config, log } = world;
  const url = `${config.turnstileUrl}/turnstile/v0/siteverify`;

  async function request(secret: string, token: string): Promise<Verdict> {
    const answer = await world.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      // Omits the user's IP address, which Cloudflare does not need.
      body: JSON.stringify({ secret, response: token }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    const verdict: unknown = await answer.json();
    return typeof verdict === 'object' && verdict !== null ? verdict : {};
  }

  return {
    async isGood(claim, token) {
      const { app } = claim;
      const secret = await secrets.find(app.id);
      const refuse = (reason: string, codes?: unknown) => {
        log.warn({ app: app.id, reason, codes: toCodes(codes) }, 'captcha refused');
        return false;
      };
      if (secret === null) {
        log.error({ app: app.id }, 'captcha is on, but Turnstile has no secret key: no one can log in');
        return false;
      }
      const verdict = await request(secret, token).catch((error: unknown) => {
        log.error(
          { app: app.id, error: describeError(error) },
          'Turnstile does not answer: no one can log in',
        );
        return null;
      });
      if (verdict === null) return false;
      if (verdict.success !== true) return refuse('not passed', verdict['error-codes']);
      // Test keys, which production refuses, do not report the real page and action.
      if (!config.production && isTestSecret(secret)) return true;
      if (!isOwnPage(claim, verdict.hostname)) return refuse('another page');
      // Published clients and ours send the app id as the action. A token from a widget for another purpose is
      // refused.
      return verdict.action === app.id || refuse('another action');
    },
  };
}

/**
 * Returns true if a token was made on the host of the calling page, or for callers without an origin on the host of any
 * page of the app.
 */
function isOwnPage({ app, caller }: CaptchaClaim, hostname: unknown): boolean {
  const origins = caller.origin === null ? app.settings.allowed_origins : [caller.origin];
  const isOwn = originMatch(origins.map((origin) => origin.replace(/:[\d*]+$/, '')));
  return isOwn(`https://${hostname}`) || isOwn(`http://${hostname}`);
}

/** Returns Cloudflare's error codes, for the log. */
function toCodes(codes: unknown): string[] {
  return Array.isArray(codes) ? codes.filter((code) => /^[a-z-]{1,40}$/.test(String(code))) : [];
}
