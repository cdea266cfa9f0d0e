import {
  type BodyOf,
  directoryRoutes,
  isCode,
  lookupRoutes,
  type ReplyOf,
  type Route,
  type WireUser,
} from '@latchkey/wire';
import { type Call, createCall, type UsersApiOptions } from './call.ts';

const { importUser, searchUsers } = directoryRoutes;

/** Whom to look up; e-mail addresses in any case, numbers as people type them. */
export type UserName =
  | { email: string }
  | { phone: string }
  | { walletAddress: string }
  | { customUserId: string }
  | { farcasterId: number }
  | { telegramUserId: string };

/** Users as the service keeps them, in the shape of its API. Every call throws the service's own codes. */
export interface UsersApi {
  /** @throws ServiceError `user_does_not_exist`, `invalid_app_secret` */
  get(userId: string): Promise<WireUser>;
  /** The user who has an account; null when no one has it. */
  find(name: UserName): Promise<WireUser | null>;
  /** All users, page by page as they are read. */
  list(): AsyncIterable<WireUser>;
  /** The users whom a text or a list of names finds. */
  search(query: Omit<BodyOf<typeof searchUsers>, 'cursor' | 'limit'>): AsyncIterable<WireUser>;
  /** Makes a user of accounts that were proved elsewhere. */
  import(user: BodyOf<typeof importUser>): Promise<WireUser>;
  /** Replaces what the app keeps with a user. */
  setCustomMetadata(userId: string, metadata: Record<string, string | number | boolean>): Promise<WireUser>;
  /**
   * Deletes a user, who is gone for everybody at once.
   * @param options.immediately destroys at once what is else kept for 7 days
   */
  delete(
    userId: string,
    options?: { immediately?: boolean },
  ): Promise<ReplyOf<typeof directoryRoutes.deleteUser>>;
}

/** Makes the users API of one app. */
export function createUsersApi(options: UsersApiOptions): UsersApi {
  const call = createCall(options);
  return {
    get: (userId) => call(directoryRoutes.getUser, { params: { user_id: userId } }),
    find: (name) => find(call, name),
    list: () =>
      pages((cursor) =>
        call(directoryRoutes.listUsers, { query: { cursor: cursor ?? undefined, limit: '100' } }),
      ),
    search: (query) => pages((cursor) => call(searchUsers, { body: { ...query, cursor } })),
    import: (user) => call(importUser, { body: user }),
    setCustomMetadata: (userId, metadata) =>
      call(directoryRoutes.setMetadata, { params: { user_id: userId }, body: { custom_metadata: metadata } }),
    delete: (userId, { immediately = false } = {}) =>
      call(directoryRoutes.deleteUser, {
        params: { user_id: userId },
        query: { immediately: immediately ? 'true' : undefined },
      }),
  };
}

async function find(call: Call, name: UserName): Promise<WireUser | null> {
  const request = <Body>(route: Route<Body, WireUser>, body: Body) =>
    call(route, { body }).catch((error: unknown) => {
      if (isCode(error, 'user_does_not_exist')) return null;
      throw error;
    });
  if ('email' in name) return request(lookupRoutes.byEmail, { address: name.email });
  if ('phone' in name) return request(lookupRoutes.byPhone, { number: name.phone });
  if ('walletAddress' in name) return request(lookupRoutes.byWallet, { address: name.walletAddress });
  if ('customUserId' in name) return request(lookupRoutes.byCustomId, { custom_user_id: name.customUserId });
  if ('farcasterId' in name) return request(lookupRoutes.byFarcasterId, { fid: name.farcasterId });
  return request(lookupRoutes.byTelegramId, { telegram_user_id: name.telegramUserId });
}

type Page = ReplyOf<typeof directoryRoutes.listUsers>;

/** Asks for the next page when the last user of one was read. */
async function* pages(request: (cursor: string | null) => Promise<Page>): AsyncIterable<WireUser> {
  let cursor: string | null = null;
  do {
    const page: Page = await request(cursor);
    yield* page.data;
    cursor = page.next_cursor;
  } while (cursor !== null);
}
