import type { AppSettings } from '../index.ts';

/** Actions that an old or stolen session permits if the operator sets one of these ages to 0. */
const dangersOfZero = {
  new_device_max_age:
    'anyone who has a token of a session, however old, gets the automatically recovered wallets of its user into any browser',
  sensitive_max_age:
    'anyone who has a session may export wallets, change their recovery and the ways to log in, without logging in again',
} as const satisfies Partial<Record<keyof AppSettings, string>>;

/** What each setting that `published_clients` implies gives up, and a test whether the setting is in force. */
const pricesOfPublished: readonly [isPaid: (settings: AppSettings) => boolean, price: string][] = [
  [
    (settings) => settings.token_issuer === 'privy.io',
    'tokens name privy.io as their issuer, so that back ends must tell deployments apart by app id and key (token_issuer)',
  ],
  [
    (settings) => settings.legacy_custody_token,
    'a token that the back end sees can call the wallet routes, together with a proof key (legacy_custody_token)',
  ],
  [
    (settings) => settings.legacy_export_verification,
    'a second factor that was verified without saying what for permits an export within two minutes (legacy_export_verification)',
  ],
  [
    (settings) => settings.captcha_enabled && settings.captcha_provider === 'turnstile',
    'each login asks Cloudflare (captcha_provider)',
  ],
];

/** Lists the protection that an app's settings give up, one sentence each, for an operator who may not know. */
export function listGivenUp(settings: AppSettings): string[] {
  const ages = Object.entries(dangersOfZero)
    .filter(([name]) => settings[name as keyof typeof dangersOfZero] === 0)
    .map(([name, danger]) => `${name} is 0: ${danger}. Set it to 600 (seconds).`);
  return [...ages, ...publishedLine(settings)];
}

function publishedLine(settings: AppSettings): string[] {
  const prices = pricesOfPublished.filter(([isPaid]) => isPaid(settings)).map(([, price]) => price);
  if (!settings.published_clients || prices.length === 0) return [];
  return [`published_clients is on: ${prices.join('; ')}. Leave it off where all clients are our own.`];
}
