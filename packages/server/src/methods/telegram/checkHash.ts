import { createHash, createHmac } from 'node:crypto';
import { isEqual } from '../../crypto/index.ts';

/** Data with Telegram's signature in `hash`, as received. */
export type Signed = Readonly<Record<string, unknown>> & { readonly hash: string };

/**
 * Source of the data. The key is derived from the bot's token in one way for the login widget, and in another for
 * mini apps.
 */
export type SignedFor = 'widget' | 'web-app';

/** Fields of the login widget and a login-url button. https://core.telegram.org/widgets/login */
const widgetFields = ['id', 'first_name', 'last_name', 'username', 'photo_url', 'auth_date', 'hash'];

export type Verified = Readonly<Record<string, unknown>>;

/**
 * Returns the data that Telegram signed for the bot. The signature is an HMAC-SHA-256 over all fields except `hash`,
 * sorted by name, one a line. It includes fields that this service does not know.
 *
 * Existing clients also send other parameters of the page's address: the page's own beside a login-url button's, and
 * `tgWebApp…` beside a mini app's. These are not signed, so an attacker could choose them. They are left out.
 *
 * Sources: https://core.telegram.org/widgets/login#checking-authorization and
 * https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app
 *
 * @param botToken as BotFather gave it, `<bot id>:<secret>`
 * @returns null for data that Telegram did not sign
 */
export function readSigned(data: Signed, botToken: string, use: SignedFor): Verified | null {
  if (use === 'web-app') {
    const key = createHmac('sha256', 'WebAppData').update(botToken).digest();
    return verify(
      key,
      without(data, (name) => name.startsWith('tgWebApp')),
    );
  }
  const key = createHash('sha256').update(botToken).digest();
  return (
    verify(key, data) ??
    verify(
      key,
      without(data, (name) => !widgetFields.includes(name)),
    )
  );
}

function verify(key: Buffer, { hash, ...fields }: Signed): Verified | null {
  const lines = Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${String(value)}`);
  // An attacker could put two signed fields into one value with a line break: the signed bytes stay the same. So line
  // breaks are refused.
  if (lines.some((line) => line.includes('\n'))) return null;
  const signed = lines.sort(byName).join('\n');
  const expected = createHmac('sha256', key).update(signed).digest();
  return isEqual(expected, Buffer.from(hash, 'hex')) ? fields : null;
}

const without = ({ hash, ...fields }: Signed, isForeign: (name: string) => boolean): Signed => ({
  ...Object.fromEntries(Object.entries(fields).filter(([name]) => !isForeign(name))),
  hash,
});

/** Sorts by code unit, as Telegram does. Locale rules would give another order. */
const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
