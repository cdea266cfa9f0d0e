import { type CheckedTelegramData, fail } from '@latchkey/wire';
import * as v from 'valibot';
import type { NewAccount } from '../../users/index.ts';

/** The person inside a mini app's data. https://core.telegram.org/bots/webapps#webappuser */
const person = v.object({
  id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  first_name: v.optional(v.string()),
  last_name: v.optional(v.string()),
  username: v.optional(v.string()),
  photo_url: v.optional(v.string()),
});

/**
 * The account that data of Telegram speaks of. Nothing is checked but its form.
 * @throws ServiceError `invalid_data` for a mini app's data without a readable person
 */
export function toAccount(data: CheckedTelegramData): NewAccount {
  const { id, first_name, last_name, username, photo_url } =
    data.telegram_auth_result ?? readPerson(data.telegram_web_app_data?.user ?? '');
  const subject = String(id);
  const names = { first_name, last_name, username, photo_url };
  const told = Object.fromEntries(Object.entries(names).filter(([, name]) => name));
  return { type: 'telegram', subject, details: { telegram_user_id: subject, ...told } };
}

function readPerson(json: string): v.InferOutput<typeof person> {
  let read: unknown;
  try {
    read = JSON.parse(json);
  } catch (cause) {
    return fail('invalid_data', { cause });
  }
  return v.is(person, read) ? read : fail('invalid_data');
}
