import { randomBytes } from 'node:crypto';

/** Key pair that behaves like an operator's own, for a widget that lets every visitor pass. */
export const turnstileKeys = {
  siteKey: '0x4AAAAAAASandboxSiteKey',
  secret: '0x4AAAAAAASandboxSecretKey00000000',
} as const;

/**
 * Time for which a token can be verified.
 * https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
 */
const lifeMs = 300_000;
const longestToken = 2_048;

/** Token of every widget with a test key. */
const testToken = 'XXXX.DUMMY.TOKEN.XXXX';

/**
 * Cloudflare's site keys for tests, with the behaviour of their widgets.
 * https://developers.cloudflare.com/turnstile/troubleshooting/testing/
 */
const testSiteKeys: Readonly<Record<string, Widget>> = {
  '1x00000000000000000000AA': 'passes',
  '1x00000000000000000000BB': 'passes',
  '2x00000000000000000000AB': 'blocks',
  '2x00000000000000000000BB': 'blocks',
  '3x00000000000000000000FF': 'asks',
};
const testSecrets: Readonly<Record<string, string | null>> = {
  '1x0000000000000000000000000000000AA': null,
  '2x0000000000000000000000000000000AA': 'invalid-input-response',
  '3x0000000000000000000000000000000AA': 'timeout-or-duplicate',
};

/** Behaviour of a widget: lets every visitor pass, none, or those who check its box. */
export type Widget = 'passes' | 'blocks' | 'asks';

export interface Verdict {
  success: boolean;
  'error-codes': string[];
  challenge_ts?: string;
  hostname?: string;
  action?: string;
  cdata?: string;
}

interface Issued {
  readonly hostname: string;
  readonly action: string;
  readonly atMs: number;
  used: boolean;
}

export function createTokens(now: () => number) {
  const tokens = new Map<string, Issued>();
  const refuse = (code: string): Verdict => ({ success: false, 'error-codes': [code] });

  return {
    /** Returns the behaviour of a site key's widget. Null for an unknown key. */
    findWidget: (siteKey: string): Widget | null =>
      siteKey === turnstileKeys.siteKey ? 'passes' : (testSiteKeys[siteKey] ?? null),

    /** Issues a token for a page, as its widget does. */
    issue({ siteKey, hostname, action }: { siteKey: string; hostname: string; action: string }): string {
      if (siteKey !== turnstileKeys.siteKey) return testToken;
      const token = `0.${randomBytes(96).toString('base64url')}`;
      tokens.set(token, { hostname, action, atMs: now(), used: false });
      return token;
    },

    verify(secret: string, token: string): Verdict {
      if (secret === '') return refuse('missing-input-secret');
      const isTest = Object.hasOwn(testSecrets, secret);
      if (!isTest && secret !== turnstileKeys.secret) return refuse('invalid-input-secret');
      if (token === '') return refuse('missing-input-response');
      if (token.length > longestToken) return refuse('invalid-input-response');
      if (isTest) {
        const code = testSecrets[secret] ?? null;
        const at = new Date(now()).toISOString();
        return code
          ? refuse(code)
          : { success: true, 'error-codes': [], challenge_ts: at, hostname: 'example.com' };
      }
      const issued = tokens.get(token);
      if (!issued) return refuse('invalid-input-response');
      if (issued.used || now() - issued.atMs > lifeMs) return refuse('timeout-or-duplicate');
      issued.used = true;
      const { hostname, action } = issued;
      const challenge_ts = new Date(issued.atMs).toISOString();
      return { success: true, 'error-codes': [], challenge_ts, hostname, action, cdata: '' };
    },
  };
}
