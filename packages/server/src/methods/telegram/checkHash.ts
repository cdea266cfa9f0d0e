import { createHash, createHmac } from 'node:crypto';
import { isEqual } from '../../crypto/index.ts';

/** What Telegram signed, as it came, with the signature as `hash`. */
export type Signed = Readonly<Record<string, unknown>> & { readonly hash: string };

/** How the key comes from the bot's token: one way for the login widget, another for mini apps. */
export type SignedFor = 'widget' | 'web-app';

/** What the login widget and a login-url button give. https://core.telegram.org/widgets/login */
const widgetFields = ['id', 'first_name', 'last_name', 'username', 'photo_url', 'auth_date', 'hash'];

/** Fields that Telegram signed, and no others. */
export type Verified = Readonly<Record<string, unknown>>;

/**
 * Gives what Telegram signed for the bot, out of data that say so: HMAC-SHA-256 over all fields but `hash`, in the order
 * of their names, one a line. A field that this service does not know is part of what was signed.
 *
 * Existing clients also send what stood beside the data in the page's address: parameters of the host's own beside a
 * login-url button's, and `tgWebApp…` beside a mini app's. No one signed those, and they are left out.
 *
 * Sources: https://core.telegram.org/widgets/login#checking-authorization and
 * https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app
 *
 * @param botToken as BotFather gave it, `<bot id>:<secret>`
 * @returns null for what it did not sign
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
  // A value of two lines could be cut where it pleases: the same bytes, other fields.
  if (lines.some((line) => line.includes('\n'))) return null;
  const signed = lines.sort(byName).join('\n');
  const expected = createHmac('sha256', key).update(signed).digest();
  return isEqual(expected, Buffer.from(hash, 'hex')) ? fields : null;
}

const without = ({ hash, ...fields }: Signed, isForeign: (name: string) => boolean): Signed => ({
  ...Object.fromEntries(Object.entries(fields).filter(([name]) => !isForeign(name))),
  hash,
});

/** By code unit, as Telegram sorts: what a locale thinks of letters must not matter. */
const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
