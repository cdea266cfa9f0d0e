import { directoryRoutes, fail, lookupRoutes, type UserPage, type WireUser } from '@latchkey/wire';
import { type Implementation, implement } from '../http/index.ts';
import { type AccountKey, emailKey, phoneKey, type Users, walletKey } from '../users/index.ts';
import { toDirectoryUser } from './toDirectoryUser.ts';

const mostPerPage = 100;
const userId = /^did:privy:[a-z2-7]{25}$/;

/** One more than the page is asked for: whether it comes tells whether there is a next page. */
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

/** The id in a cursor. It is opaque to callers, so that what it holds may change. */
function readCursor(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString('latin1');
  // Encoded again: a cursor has one spelling, and none of ours holds what is no id.
  if (!userId.test(id) || Buffer.from(id).toString('base64url') !== cursor) {
    fail('invalid_data', { message: 'cursor: is none of ours', details: { field: 'cursor' } });
  }
  return id;
}

const nobody = () => fail('user_does_not_exist', { message: 'There is no such user' });

/** Get, list, search and look up (docs/wire/protocol.md §2.14). Published server SDKs turn the 404 into null. */
export function findImplementations(users: Users): Implementation[] {
  const answer = async (finding: Promise<WireUser | null>) => toDirectoryUser((await finding) ?? nobody());
  const byKey = (appId: string, key: AccountKey) => answer(users.findByAccount(appId, key));
  const byName = (appId: string, type: AccountKey['type'], username: string) =>
    answer(users.findByUsername(appId, type, username.replace(/^@/, '')));

  return [
    implement(directoryRoutes.getUser, ({ app, params }) =>
      answer(users.findWireUser({ appId: app.id, userId: params.user_id ?? '' })),
    ),
    implement(directoryRoutes.listUsers, async ({ app, body }) => {
      const limit = Math.max(1, Number(body.limit || mostPerPage));
      return toPage(await users.list(app.id, pageOf(body.cursor, limit)), limit);
    }),
    implement(directoryRoutes.searchUsers, async ({ app, body }) => {
      const limit = body.limit ?? mostPerPage;
      const page = pageOf(body.cursor, limit);
      if (body.searchTerm) return toPage(await users.searchTerm(app.id, body.searchTerm, page), limit);
      const keys = [
        ...(body.emails ?? []).map(emailKey),
        ...(body.phoneNumbers ?? []).map(phoneKey),
        ...(body.walletAddresses ?? []).map(walletKey),
      ];
      // An empty filter finds no one: the opposite would hand out everybody where a list happens to be empty.
      return toPage(keys.length > 0 ? await users.searchKeys(app.id, keys, page) : [], limit);
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
