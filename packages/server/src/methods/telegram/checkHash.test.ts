import { isValid, sign } from '@telegram-apps/init-data-node';
import { describe, expect, test } from 'vitest';
import { readSigned, type Signed, type SignedFor } from './checkHash.ts';

const isSigned = (data: Signed, token: string, use: SignedFor) => readSigned(data, token, use) !== null;

const token = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';

/**
 * Vector that was made with `openssl dgst -sha256 -mac HMAC`, by the steps of
 * https://core.telegram.org/widgets/login#checking-authorization.
 */
const widget: Signed = {
  id: 279058397,
  first_name: 'Ada',
  last_name: 'Zoë',
  username: 'ada',
  photo_url: 'https://t.me/i/userpic/320/ada.jpg',
  auth_date: 1_700_000_000,
  hash: '68cf7dd02a15bc5f5720d5e59fbed8a15bcfe2c5ea3a5e69cad85e5a1b6dddfd',
};

/** Parses the data with which a mini app was opened, as the client sends it. */
const toData = (text: string) => Object.fromEntries(new URLSearchParams(text)) as Signed;
const opened = {
  user: { id: 279058397, first_name: 'Ada', last_name: 'Zoë', username: 'ada', language_code: 'en' },
  query_id: 'AAHdF6IQAAAAAN0XohDhrOrc',
  chat_type: 'sender',
  chat_instance: '-3788475317572404878',
  start_param: 'from=mail&lang=de',
} as const;
const signedAt = new Date(1_700_000_000_000);

describe('[TELE-11, S41] data that Telegram signed is distinguished from data that it did not sign', () => {
  test('data that Telegram signed for its login widget is accepted, and changed data is refused, with a vector from another tool', () => {
    expect(isSigned(widget, token, 'widget')).toBe(true);
    // A login-url button sends strings only.
    const texts = Object.fromEntries(Object.entries(widget).map(([name, value]) => [name, String(value)]));
    expect(isSigned(texts as Signed, token, 'widget')).toBe(true);
    expect(isSigned(widget, token, 'web-app')).toBe(false);
    expect(isSigned(widget, token.replace('w', 'W'), 'widget')).toBe(false);
    for (const name of Object.keys(widget).filter((name) => name !== 'hash')) {
      const { [name]: _, ...lacking } = widget;
      expect(isSigned(lacking as Signed, token, 'widget'), `without ${name}`).toBe(false);
      const changed = { ...widget, [name]: `${widget[name]}1` };
      expect(isSigned(changed, token, 'widget'), `another ${name}`).toBe(false);
    }
    // Existing clients also send other parameters of the page's address.
    const { hash: _, ...signed } = widget;
    expect(readSigned({ ...widget, tab: 'home' }, token, 'widget')).toEqual(signed);
  });

  test('Telegram data with two fields joined into one value of two lines is refused, although the signed bytes are the same', () => {
    const { first_name, last_name, ...rest } = widget;
    const folded: Signed = { ...rest, first_name: `${first_name}\nlast_name=${last_name}` };
    expect(isSigned(folded, token, 'widget')).toBe(false);
  });

  test('data of Telegram mini apps is checked as another library checks it', () => {
    const text = sign(opened, token, signedAt);
    const data = toData(text);
    expect(isSigned(data, token, 'web-app')).toBe(true);
    expect(isSigned(data, token, 'widget')).toBe(false);
    expect(isSigned({ ...data, tgWebAppVersion: '8.0' }, token, 'web-app')).toBe(true);
    expect(isSigned({ ...data, is_admin: true }, token, 'web-app')).toBe(false);
    for (const [name, value] of Object.entries(data as Record<string, string>)) {
      const flipped =
        name === 'hash' ? value.replace(/.$/, (last: string) => (last === '0' ? '1' : '0')) : `${value} `;
      const changed = { ...data, [name]: flipped };
      const asText = new URLSearchParams(changed as Record<string, string>).toString();
      expect(isValid(asText, token, { expiresIn: 0 }), `theirs, ${name}`).toBe(false);
      expect(isSigned(changed, token, 'web-app'), `ours, ${name}`).toBe(false);
    }
  });

  test('Telegram data with a hash of another length neither matches nor throws', () => {
    for (const hash of ['', '00', `${widget.hash}00`]) {
      expect(isSigned({ ...widget, hash }, token, 'widget')).toBe(false);
    }
  });
});
