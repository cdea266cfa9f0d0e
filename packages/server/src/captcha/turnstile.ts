import { describeError } from '../http/index.ts';
import type { World } from '../world.ts';
import type { CaptchaClaim } from './index.ts';
import type { CaptchaSecrets } from './secrets.ts';
import { isTestSecret } from './testSecrets.ts';

/** How long the answer may take: the message comes after it (10 s), and the person's client gives up after 20 s. */
const timeoutMs = 5_000;

/** What siteverify answers, as far as it is read. */
interface Verdict {
  success?: unknown;
  hostname?: unknown;
  action?: unknown;
  'error-codes'?: unknown;
}

export interface Turnstile {
  /** Whether Cloudflare passed a token, on a page of this app and for this app. False as well when it cannot be asked. */
  isGood(claim: CaptchaClaim, token: string): Promise<boolean>;
}

/**
 * Makes the check of Turnstile's tokens, which Cloudflare verifies once each and for 300 s.
 * https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
 */
export function createTurnstile(world: World, secrets: Pick<CaptchaSecrets, 'find'>): Turnstile {
  const { config, log } = world;
  const url = `${config.turnstileUrl}/turnstile/v0/siteverify`;

  async function request(secret: string, token: string): Promise<Verdict> {
    const answer = await world.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      // Not the person's address: nothing here needs Cloudflare to know it.
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
      // Keys for tests, which production refuses, tell of no page and no action.
      if (!config.production && isTestSecret(secret)) return true;
      if (!isOwnPage(claim, verdict.hostname)) return refuse('another page');
      // Published clients name the app as the action, and so does ours: a token of a widget for anything else is no login.
      return verdict.action === app.id || refuse('another action');
    },
  };
}

/** Whether a token was made on the page that shows it; for callers without one, on any page of the app. */
function isOwnPage({ app, caller }: CaptchaClaim, hostname: unknown): boolean {
  const origins = caller.origin === null ? app.settings.allowed_origins : [caller.origin];
  return origins.some((origin) => URL.canParse(origin) && new URL(origin).hostname === hostname);
}

/** Cloudflare's words for what was wrong; nothing else of its answer reaches the log. */
function toCodes(codes: unknown): string[] {
  return Array.isArray(codes) ? codes.filter((code) => /^[a-z-]{1,40}$/.test(String(code))) : [];
}
