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

/**
 * Name of a user to look up. An email address may be in any case. A phone number has + and the calling code, and may
 * contain spaces, parentheses, dots and dashes.
 */
export type UserName =
  | { email: string }
  | { phone: string }
  | { walletAddress: string }
  | { customUserId: string }
  | { farcasterId: number }
  | { telegramUserId: string };

/**
 * Users of the app, in the shape of the service's API. Calls throw the codes of the routes, `network_error`,
 * `client_request_timeout`, and the codes for options of the client.
 */
export interface UsersApi {
  /** @throws ServiceError `user_does_not_exist`, `invalid_app_secret`, and the route's errors */
  get(userId: string): Promise<WireUser>;
  /** Finds the user who has an account. Returns null if no user has it. */
  find(name: UserName): Promise<WireUser | null>;
  /** Lists all users. Loads pages as they are read. */
  list(): AsyncIterable<WireUser>;
  /** Searches users by a text or a list of names. Loads pages as they are read. */
  search(query: Omit<BodyOf<typeof searchUsers>, 'cursor' | 'limit'>): AsyncIterable<WireUser>;
  /**
   * Creates a user with accounts that were proved elsewhere. If a user has all of them, returns that user unchanged.
   */
  import(user: BodyOf<typeof importUser>): Promise<WireUser>;
  /** Replaces the app's metadata of a user. */
  setCustomMetadata(userId: string, metadata: Record<string, string | number | boolean>): Promise<WireUser>;
  /**
   * Deletes a user, who disappears from the API at once.
   *
   * @param options.immediately destroys at once the stored data that is otherwise kept for 7 days
   */
  delete(
    userId: string,
    options?: { immediately?: boolean },
  ): Promise<ReplyOf<typeof directoryRoutes.deleteUser>>;
}

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

/** Requests the next page after the last user of the current one was read. */
async function* pages(request: (cursor: string | null) => Promise<Page>): AsyncIterable<WireUser> {
  let cursor: string | null = null;
  do {
    const page: Page = await request(cursor);
    yield* page.data;
    cursor = page.next_cursor;
  } while (cursor !== null);
}
