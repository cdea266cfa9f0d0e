import {
  directoryRoutes,
  fail,
  type ListUsersQuery,
  lookupRoutes,
  operatorUserRoutes,
  type SearchUsersBody,
  type UserPage,
  type WireUser,
} from '@latchkey/wire';
import type { AppLookup } from '../app.ts';
import { type ActInput, type Implementation, implement, implementOfApp } from '../http/index.ts';
import { type AccountKey, emailKey, phoneKey, type Users, walletKey } from '../users/index.ts';
import { toDirectoryUser } from './toDirectoryUser.ts';

const mostPerPage = 100;
const userId = /^did:privy:[a-z2-7]{25}$/;

/** Requests one user more than the page has. If that user exists, there is a next page. */
const pageOf = (cursor: string | null | undefined, limit: number) => ({
  after: cursor ? readCursor(cursor) : null,
  limit: limit + 1,
});

function toPage(found: WireUser[], limit: number): UserPage {
  const data = found.slice(0, limit).map(toDirectoryUser);
  const last = data.at(-1);
  const isMore = found.length > limit && last !== undefined;
  return { data, next_cursor: isMore ? Buffer.from(last.id).toString('base64url') : null };
}

/** Returns the id in a cursor. Cursors are opaque to callers, so their contents may change. */
function readCursor(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString('latin1');
  // Compares with the encoded id, so each cursor has only one valid spelling.
  if (!userId.test(id) || Buffer.from(id).toString('base64url') !== cursor) {
    fail('invalid_data', { message: 'cursor: is none of ours', details: { field: 'cursor' } });
  }
  return id;
}

const nobody = () => fail('user_does_not_exist', { message: 'There is no such user' });

/**
 * Creates the routes that get, list, search and look up users (docs/wire/protocol.md §2.14). Published server SDKs
 * turn a 404 into null. The operator has the first three.
 */
export function findImplementations(apps: Pick<AppLookup, 'find'>, users: Users): Implementation[] {
  const answer = async (finding: Promise<WireUser | null>) => toDirectoryUser((await finding) ?? nobody());
  const byKey = (appId: string, key: AccountKey) => answer(users.findByAccount(appId, key));
  const byName = (appId: string, type: AccountKey['type'], username: string) =>
    answer(users.findByUsername(appId, type, username.replace(/^@/, '')));

  const getUser = ({ app, params }: ActInput<unknown>) =>
    answer(users.findWireUser({ appId: app.id, userId: params.user_id ?? '' }));

  async function listUsers({ app, body }: ActInput<ListUsersQuery>) {
    const limit = Math.max(1, Number(body.limit || mostPerPage));
    return toPage(await users.list(app.id, pageOf(body.cursor, limit)), limit);
  }

  async function search(appId: string, body: SearchUsersBody) {
    const limit = body.limit ?? mostPerPage;
    const page = pageOf(body.cursor, limit);
    if (body.searchTerm) return toPage(await users.searchTerm(appId, body.searchTerm, page), limit);
    const keys = [
      ...(body.emails ?? []).map(emailKey),
      ...(body.phoneNumbers ?? []).map(phoneKey),
      ...(body.walletAddresses ?? []).map(walletKey),
    ];
    // An empty filter finds no users. Otherwise a back end whose list happens to be empty would get all of them.
    return toPage(keys.length > 0 ? await users.searchKeys(appId, keys, page) : [], limit);
  }

  return [
    implement(directoryRoutes.getUser, getUser),
    implementOfApp(apps, operatorUserRoutes.getUserOf, getUser),
    implement(directoryRoutes.listUsers, listUsers),
    implementOfApp(apps, operatorUserRoutes.listUsersOf, listUsers),
    implement(directoryRoutes.searchUsers, ({ app, body }) => search(app.id, body)),
    implementOfApp(apps, operatorUserRoutes.searchUsersOf, ({ app, body }) => {
      const { search_term, phone_numbers, wallet_addresses, ...rest } = body;
      const named = { searchTerm: search_term, phoneNumbers: phone_numbers };
      return search(app.id, { ...rest, ...named, walletAddresses: wallet_addresses });
    }),
    implement(lookupRoutes.byEmail, ({ app, body }) => byKey(app.id, emailKey(body.address))),
    implement(lookupRoutes.byPhone, ({ app, body }) => byKey(app.id, phoneKey(body.number))),
    implement(lookupRoutes.byWallet, ({ app, body }) => answer(users.findByWallet(app.id, body.address))),
    implement(lookupRoutes.bySmartWallet, async () => nobody()),
    implement(lookupRoutes.byFarcasterId, ({ app, body }) =>
      byKey(app.id, { type: 'farcaster', subject: String(body.fid) }),
    ),
    implement(lookupRoutes.byTwitterSubject, ({ app, body }) =>
      byKey(app.id, { type: 'twitter_oauth', subject: body.subject }),
    ),
    implement(lookupRoutes.byTelegramId, ({ app, body }) =>
      byKey(app.id, { type: 'telegram', subject: String(body.telegram_user_id) }),
    ),
    implement(lookupRoutes.byCustomId, ({ app, body }) =>
      byKey(app.id, { type: 'custom_auth', subject: body.custom_user_id }),
    ),
    implement(lookupRoutes.byDiscordUsername, ({ app, body }) =>
      byName(app.id, 'discord_oauth', body.username),
    ),
    implement(lookupRoutes.byGithubUsername, ({ app, body }) =>
      byName(app.id, 'github_oauth', body.username),
    ),
    implement(lookupRoutes.byTwitterUsername, ({ app, body }) =>
      byName(app.id, 'twitter_oauth', body.username),
    ),
    implement(lookupRoutes.byTelegramUsername, ({ app, body }) => byName(app.id, 'telegram', body.username)),
  ];
}
