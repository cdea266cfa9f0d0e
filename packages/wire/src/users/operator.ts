import * as v from 'valibot';
import { about } from '../about.ts';
import { feature } from '../feature.ts';
import { type Route, type RouteFacts, route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';
import { userSchema, type WireUser } from '../user.ts';
import {
  type DeletedUser,
  type DeleteUserQuery,
  deleteUserQuerySchema,
  deleteUserReplySchema,
  type ListUsersQuery,
  listUsersQuerySchema,
  searchUsersBodySchema,
  type UserExport,
  type UserPage,
  userExportSchema,
  userPageSchema,
} from './directory.ts';

const all = '/api/v1/admin/apps/{id}/users';
const one = `${all}/{user_id}`;

/** Declares a route about the users of an app, for the role `support` unless the facts name another. */
const usersOf = <Body, Reply>(
  name: string,
  facts: Pick<RouteFacts, 'method' | 'path' | 'retry' | 'summary'> & {
    readonly input?: 'query';
    readonly role?: 'admin';
  },
): Route<Body, Reply> => {
  const codes = ['missing_or_invalid_token', 'insufficient_role', 'app_not_found'] as const;
  return route<Body, Reply>({
    role: 'support',
    ...facts,
    name: `directory.${name}`,
    auth: 'operator',
    codes: facts.path === all || facts.path === `${all}/search` ? codes : [...codes, 'user_does_not_exist'],
  });
};

/** The search of back ends, in the operator's API. Its values are in the body, because logs keep URLs. */
export const searchUsersOfBodySchema = () => {
  const { searchTerm, emails, phoneNumbers, walletAddresses, cursor, limit } =
    searchUsersBodySchema().entries;
  return v.strictObject({
    search_term: about(
      'Beginning of an email address, a phone number, a user name, an id at a provider or a user id.',
      searchTerm,
    ),
    emails,
    phone_numbers: phoneNumbers,
    wallet_addresses: walletAddresses,
    cursor,
    limit,
  });
};
export type SearchUsersOfBody = InputOf<typeof searchUsersOfBodySchema>;

export const endedSessionsOfSchema = () =>
  v.object({ ended: about('Number of sessions that were ended.', v.number()) });
export type EndedSessionsOf = OutputOf<typeof endedSessionsOfSchema>;

/** Operator's routes for an app's users. Back ends have most of them too, with the app's secret (`directoryRoutes`). */
export const operatorUserRoutes = {
  listUsersOf: /* @__PURE__ */ usersOf<ListUsersQuery, UserPage>('listUsersOf', {
    method: 'GET',
    path: all,
    input: 'query',
    retry: 'safe',
    summary: 'Lists the users of an app, 100 at a time. Continue with `next_cursor` until it is null.',
  }),
  searchUsersOf: /* @__PURE__ */ usersOf<SearchUsersOfBody, UserPage>('searchUsersOf', {
    method: 'POST',
    path: `${all}/search`,
    retry: 'safe',
    summary:
      'Finds users of an app by a term with which an account begins, or by lists of email addresses, phone numbers and wallets.',
  }),
  getUserOf: /* @__PURE__ */ usersOf<undefined, WireUser>('getUserOf', {
    method: 'GET',
    path: one,
    retry: 'safe',
    summary: 'Returns a user of an app with all accounts.',
  }),
  exportUserOf: /* @__PURE__ */ usersOf<undefined, UserExport>('exportUserOf', {
    method: 'GET',
    path: `${one}/export`,
    retry: 'never',
    summary: 'Returns all stored data about a user of an app, except secrets.',
  }),
  endSessionsOf: /* @__PURE__ */ usersOf<undefined, EndedSessionsOf>('endSessionsOf', {
    method: 'POST',
    path: `${one}/end-sessions`,
    retry: 'safe',
    summary: 'Ends all sessions of a user at once. The user can log in again.',
  }),
  deleteUserOf: /* @__PURE__ */ usersOf<DeleteUserQuery, DeletedUser>('deleteUserOf', {
    method: 'DELETE',
    path: one,
    input: 'query',
    role: 'admin',
    retry: 'never',
    summary:
      'Deletes a user of an app at once. Data that is still kept, including wallet parts, is destroyed after 7 days, or at once with `immediately`.',
  }),
} as const;

export const operatorUsersFeature = () =>
  feature('directory', operatorUserRoutes, {
    listUsersOf: { body: listUsersQuerySchema(), reply: userPageSchema() },
    searchUsersOf: { body: searchUsersOfBodySchema(), reply: userPageSchema() },
    getUserOf: { body: null, reply: userSchema() },
    exportUserOf: { body: null, reply: userExportSchema() },
    endSessionsOf: { body: null, reply: endedSessionsOfSchema() },
    deleteUserOf: { body: deleteUserQuerySchema(), reply: deleteUserReplySchema() },
  });
