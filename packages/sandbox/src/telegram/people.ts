import { createHash, createHmac } from 'node:crypto';

/** Bot of the sandbox, in BotFather's form: its id is the part of the token before the colon. */
export const telegramBot = {
  id: '4010000001',
  name: 'latchkey_sandbox_bot',
  token: '4010000001:AAsandbox-bot-token-for-development',
} as const;

export interface TelegramPerson {
  readonly id: number;
  readonly first_name: string;
  readonly last_name?: string;
  readonly username?: string;
  readonly photo_url?: string;
}

/**
 * Users who can log in here: one with a last name and a user name, one without a last name, one with only a first
 * name.
 */
export const telegramPeople: readonly TelegramPerson[] = [
  { id: 700_000_001, first_name: 'Ada', last_name: 'Lovelace', username: 'ada' },
  { id: 700_000_002, first_name: 'Grace', username: 'grace' },
  { id: 700_000_003, first_name: 'Анна' },
];

/**
 * Returns the data that the login widget passes to a page.
 * https://core.telegram.org/widgets/login#checking-authorization
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
 * Returns the data that opens a mini app, as the text of `tgWebAppData`.
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
