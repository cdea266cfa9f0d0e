import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { factorRoutes, operatorUserRoutes, type WireUser } from '@latchkey/wire';
import { serviceCommand } from '../api/index.ts';
import { type Context, commandError } from '../command/index.ts';

const ofUser = ['app_id', 'user_id'] as const;
const confirmation = { yes: { about: 'Does not ask for a confirmation.' } } as const;

function lineOf({ created_at, id, linked_accounts }: WireUser): string {
  const types = linked_accounts.map(({ type }) => type);
  return `${id}  since ${new Date(created_at * 1_000).toISOString()}  ${[...new Set(types)].join(', ')}`;
}

const listOf = (one: string | undefined): string[] | undefined => (one === undefined ? undefined : [one]);

/**
 * Asks the person to type the user's id.
 *
 * @throws CommandError if they type something else, or cannot be asked
 */
async function confirm({ prompt }: Context, userId: string, what: string): Promise<void> {
  if (prompt === null) throw commandError(`There is no terminal to ask at. Give --yes to ${what}.`, 'usage');
  const typed = await prompt.text(`Type the user's id to ${what}`);
  if (typed.trim() !== userId) throw commandError('That is another id. Nothing was done.', 'usage');
}

export const usersFind = serviceCommand(
  {
    words: 'users find',
    about:
      'Lists users of an app, all or those with an account. Prints ids and types of accounts, and no address.',
    arguments: ['app_id'],
    options: {
      email: { about: 'Email address of the user.', value: 'address' },
      phone: { about: 'Phone number of the user.', value: 'number' },
      wallet: { about: 'Address of one of their wallets.', value: 'address' },
      term: { about: 'Beginning of an account, a user name or a user id.', value: 'text' },
      cursor: { about: 'Continues after a page, with its next_cursor.', value: 'cursor' },
    },
    role: 'support',
  },
  async ({ call }, { arguments: { app_id: id }, options: { cursor, email, phone, term, wallet } }) => {
    const isSearch = [email, phone, term, wallet].some((one) => one !== undefined);
    const page = isSearch
      ? await call(operatorUserRoutes.searchUsersOf, {
          params: { id },
          body: {
            search_term: term,
            emails: listOf(email),
            phone_numbers: listOf(phone),
            wallet_addresses: listOf(wallet),
            cursor,
          },
        })
      : await call(operatorUserRoutes.listUsersOf, { params: { id }, query: { cursor } });
    const lines = page.data.map(lineOf);
    if (page.next_cursor !== null) lines.push(`More: --cursor ${page.next_cursor}`);
    return { json: page, text: lines.join('\n') || 'No user was found.' };
  },
);

export const usersGet = serviceCommand(
  { words: 'users get', about: 'Prints a user with all accounts.', arguments: ofUser, role: 'support' },
  async ({ call }, { arguments: { app_id: id, user_id } }) => {
    const user = await call(operatorUserRoutes.getUserOf, { params: { id, user_id } });
    return { json: user, text: JSON.stringify(user, null, 2) };
  },
);

export const usersExport = serviceCommand(
  {
    words: 'users export',
    about: 'Prints everything that is stored about a user, except secrets, or writes it into a new file.',
    arguments: ofUser,
    options: { out: { about: 'New file that only you can read.', value: 'path' } },
    role: 'support',
  },
  async ({ call, context }, { arguments: { app_id: id, user_id }, options: { out } }) => {
    const data = await call(operatorUserRoutes.exportUserOf, { params: { id, user_id } });
    const text = JSON.stringify(data, null, 2);
    if (out === undefined) return { json: data, text };
    await writeFile(resolve(context.cwd, out), `${text}\n`, { flag: 'wx', mode: 0o600 }).catch(
      (cause: unknown) => {
        throw commandError(
          `${out} cannot be written, or exists already. Nothing is overwritten.`,
          'usage',
          cause,
        );
      },
    );
    return { json: { file: out }, text: `Wrote ${out}.` };
  },
);

export const usersDelete = serviceCommand(
  {
    words: 'users delete',
    about: 'Deletes a user. Their data is destroyed after 7 days, or at once with --immediately.',
    arguments: ofUser,
    options: { ...confirmation, immediately: { about: 'Destroys the data at once, wallets included.' } },
    role: 'admin',
  },
  async ({ call, context }, { arguments: { app_id: id, user_id }, options: { immediately, yes } }) => {
    if (!yes) await confirm(context, user_id, 'delete the user');
    const query = immediately ? { immediately: 'true' } : {};
    const reply = await call(operatorUserRoutes.deleteUserOf, { params: { id, user_id }, query });
    return { json: reply, text: `Deleted ${user_id}.` };
  },
);

export const usersResetFactors = serviceCommand(
  {
    words: 'users reset-factors',
    about:
      'Removes all second factors of a user who has lost them. Verify first who asks. The service notifies every address of the user.',
    arguments: ofUser,
    options: confirmation,
    role: 'support',
  },
  async ({ call, context }, { arguments: { app_id: id, user_id }, options: { yes } }) => {
    if (!yes) await confirm(context, user_id, 'remove the second factors');
    const reply = await call(factorRoutes.removeAllOf, { params: { id, user_id } });
    return { json: reply, text: `Removed the second factors of ${user_id}.` };
  },
);

export const usersEndSessions = serviceCommand(
  { words: 'users end-sessions', about: 'Logs a user out everywhere.', arguments: ofUser, role: 'support' },
  async ({ call }, { arguments: { app_id: id, user_id } }) => {
    const reply = await call(operatorUserRoutes.endSessionsOf, { params: { id, user_id } });
    return { json: reply, text: `Ended the sessions of ${user_id}.` };
  },
);
