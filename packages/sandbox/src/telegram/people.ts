import { createHash, createHmac } from 'node:crypto';

/** The bot of the sandbox, as BotFather gives one: its id is the part of the token before the colon. */
export const telegramBot = {
  id: '4010000001',
  name: 'latchkey_sandbox_bot',
  token: '4010000001:AAsandbox-bot-token-for-development',
} as const;

/** A person at Telegram. */
export interface TelegramPerson {
  readonly id: number;
  readonly first_name: string;
  readonly last_name?: string;
  readonly username?: string;
  readonly photo_url?: string;
}

/** The people who can log in here: with all that a profile may have, and with nothing but a name. */
export const telegramPeople: readonly TelegramPerson[] = [
  { id: 700_000_001, first_name: 'Ada', last_name: 'Lovelace', username: 'ada' },
  { id: 700_000_002, first_name: 'Grace', username: 'grace' },
  { id: 700_000_003, first_name: 'Анна' },
];

/**
 * What the login widget gives a page. https://core.telegram.org/widgets/login#checking-authorization
 *
 * @param signed.authDate Unix seconds
 */
export function signWidget(
  person: TelegramPerson,
  { authDate, token = telegramBot.token }: { authDate: number; token?: string },
) {
  const fields = { ...person, auth_date: authDate };
  const key = createHash('sha256').update(token).digest();
  return { ...fields, hash: sign(fields, key) };
}

/**
 * What a mini app is opened with, as the text of `tgWebAppData`.
 * https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app
 */
export function signWebApp(
  person: TelegramPerson,
  { authDate, token = telegramBot.token }: { authDate: number; token?: string },
): string {
  const fields = {
    query_id: 'AAHdF6IQAAAAAN0XohDhrOrc',
    user: JSON.stringify({ ...person, language_code: 'en', allows_write_to_pm: true }),
    auth_date: String(authDate),
    chat_type: 'sender',
    chat_instance: '-3788475317572404878',
  };
  const key = createHmac('sha256', 'WebAppData').update(token).digest();
  return new URLSearchParams({ ...fields, hash: sign(fields, key) }).toString();
}

function sign(fields: object, key: Buffer): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  return createHmac('sha256', key).update(lines.sort().join('\n')).digest('hex');
}
