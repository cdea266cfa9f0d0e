import { fail } from '@latchkey/wire';
import * as v from 'valibot';
import type { NewAccount } from '../../users/index.ts';
import type { SignedFor, Verified } from './checkHash.ts';

const names = {
  first_name: v.optional(v.string()),
  last_name: v.optional(v.string()),
  username: v.optional(v.string()),
  photo_url: v.optional(v.string()),
};
/** User in a mini app's data. https://core.telegram.org/bots/webapps#webappuser */
const person = v.object({ id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)), ...names });
/** User in the login widget's data. https://core.telegram.org/widgets/login#receiving-authorization-data */
const widgetPerson = v.object({ id: v.union([v.number(), v.string()]), ...names });

/**
 * Reads the account from the data that Telegram signed.
 * @throws ServiceError `invalid_data` if it contains no valid user
 */
export function readAccount(signed: Verified, use: SignedFor): NewAccount {
  const { id, ...told } = use === 'web-app' ? readPerson(signed.user) : read(widgetPerson, signed);
  const subject = String(id);
  const given = Object.fromEntries(Object.entries(told).filter(([, name]) => name));
  return { type: 'telegram', subject, details: { telegram_user_id: subject, ...given } };
}

function readPerson(json: unknown): v.InferOutput<typeof person> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(String(json));
  } catch (cause) {
    return fail('invalid_data', { cause });
  }
  return read(person, parsed);
}

function read<T>(schema: v.GenericSchema<unknown, T>, value: unknown): T {
  const { output, success } = v.safeParse(schema, value);
  return success ? output : fail('invalid_data');
}
