import * as v from 'valibot';
import { about } from '../about.ts';
import { feature } from '../feature.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';
import { crossAppMessages, crossAppScopes } from './requester.ts';

const token = 'missing_or_invalid_token';

/** Secret of a hosted page, in its address or kept in the page: 256 random bits. */
const reference = () => v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/, 'must be as it was given'));
const unixMs = () => v.pipe(v.number(), v.integer());

export const crossAppTakeBodySchema = () =>
  v.object({
    id: about('From the address of the hosted page; good once, for a minute.', reference()),
  });
export type CrossAppTakeBody = InputOf<typeof crossAppTakeBodySchema>;

const handle = () =>
  about('Names the ask in the page that took it, for ten minutes; never in an address.', reference());
export const crossAppOpenBodySchema = () => v.object({ handle: handle() });
export type CrossAppOpenBody = InputOf<typeof crossAppOpenBodySchema>;

export const crossAppAnswerBodySchema = () => v.object({ handle: handle(), allow: v.boolean() });
export type CrossAppAnswerBody = InputOf<typeof crossAppAnswerBodySchema>;

const requesterSchema = () =>
  v.object({
    app_id: about('Null: it is known by its origin alone.', v.nullable(v.string())),
    name: about('Of one that is known by its origin, the host.', v.string()),
    icon_url: v.nullable(v.string()),
    origin: about('The page that asks, and the only one that hears the answer.', v.string()),
  });
export type CrossAppRequester = OutputOf<typeof requesterSchema>;

/** Hosted request, as the hosted page shows it to the person. */
export const hostedRequestSchema = () =>
  v.object({
    handle: v.string(),
    kind: v.picklist(['connect', 'transact']),
    by: about(
      'How the answer goes back: by a redirect, in a message, or in a message that is sealed.',
      v.picklist(['redirect', 'message', 'sealed']),
    ),
    state: about(
      'What stands between the ask and an answer; `login`: no one is signed in.',
      v.picklist(['ready', 'login', 'other_user', 'not_connected', 'read_only', 'late']),
    ),
    until: about('When the ask has run out, Unix milliseconds.', unixMs()),
    requester: requesterSchema(),
    scope: v.picklist(crossAppScopes),
    is_first: about(
      'Whether the person has not agreed to as much before; else one line asks them.',
      v.boolean(),
    ),
    connection_until: about('Until when a yes is good, Unix milliseconds.', unixMs()),
    request: about(
      'What is asked of the wallet; null unless `state` is `ready`, and for a connection.',
      v.nullable(
        v.object({
          method: v.string(),
          params: v.array(v.unknown()),
          chain_id: v.nullable(v.number()),
          address: v.nullable(v.string()),
        }),
      ),
    ),
    seal_key: about(
      'By what the page seals the result, 32 bytes as base64; there for a sealed ask that is ready.',
      v.optional(v.string()),
    ),
    token: about(
      'What the requester does with the token that it keeps, where the answer is an error.',
      v.optional(v.object({ action: v.literal('clear') })),
    ),
  });
export type HostedRequest = OutputOf<typeof hostedRequestSchema>;

export const crossAppAnswerReplySchema = () =>
  v.union([
    v.object({ redirect_to: v.string() }),
    v.object({
      message: v.object({
        type: v.literal(crossAppMessages.connected),
        address: v.string(),
        providerPublicKey: v.string(),
        exp: about('Unix milliseconds.', unixMs()),
      }),
      origin: about('The only origin that the message may be posted to.', v.string()),
    }),
  ]);
export type CrossAppAnswerReply = OutputOf<typeof crossAppAnswerReplySchema>;

/** An app that may use a person's wallets. */
export const connectedAppSchema = () =>
  v.object({
    id: v.string(),
    requester: requesterSchema(),
    read_only: about('Whether it may see addresses alone.', v.boolean()),
    created_at: about('Unix milliseconds.', unixMs()),
    used_at: about('Unix milliseconds; null: never yet.', v.nullable(unixMs())),
    expires_at: about('Unix milliseconds.', unixMs()),
  });
export type ConnectedApp = OutputOf<typeof connectedAppSchema>;
export const connectedAppListSchema = () => v.object({ connected_apps: v.array(connectedAppSchema()) });
export type ConnectedAppList = OutputOf<typeof connectedAppListSchema>;
export const crossAppEndReplySchema = () => v.object({});
export type CrossAppEndReply = OutputOf<typeof crossAppEndReplySchema>;

export const crossAppListQuerySchema = () =>
  v.object({
    user_id: about('Of this user alone.', v.optional(v.pipe(v.string(), v.maxLength(64)))),
    requester: about(
      'Of this requester alone: an app id, or an origin.',
      v.optional(v.pipe(v.string(), v.maxLength(253))),
    ),
    after: about('`next_after` of the page before.', v.optional(v.pipe(v.string(), v.maxLength(256)))),
    limit: about(
      'From 1 to 1000. Absent: 100.',
      v.optional(v.pipe(v.string(), v.regex(/^(?:[1-9]\d{0,2}|1000)$/, 'must be from 1 to 1000'))),
    ),
  });
export type CrossAppListQuery = InputOf<typeof crossAppListQuerySchema>;
export const crossAppListSchema = () =>
  v.object({
    connections: v.array(v.object({ ...connectedAppSchema().entries, user_id: v.string() })),
    next_after: v.nullable(v.string()),
  });
export type CrossAppList = OutputOf<typeof crossAppListSchema>;

export const crossAppRoutes = {
  /** Called by the hosted pages alone, whose origin is the only one that is answered; so are the next two. */
  take: /* @__PURE__ */ route<CrossAppTakeBody, HostedRequest>({
    name: 'crossApp.take',
    method: 'POST',
    path: '/api/v1/cross-app/take',
    auth: 'optional',
    retry: 'never',
    codes: ['not_found', 'not_supported'],
    summary: 'Takes what a requester asks for, by the id that brought the person to the hosted page; once.',
  }),
  open: /* @__PURE__ */ route<CrossAppOpenBody, HostedRequest>({
    name: 'crossApp.open',
    method: 'POST',
    path: '/api/v1/cross-app/open',
    auth: 'user',
    retry: 'safe',
    codes: [token, 'not_found', 'not_supported'],
    summary: 'The same again by its handle: after a login in the popup, and after a reload.',
  }),
  answer: /* @__PURE__ */ route<CrossAppAnswerBody, CrossAppAnswerReply>({
    name: 'crossApp.answer',
    method: 'POST',
    path: '/api/v1/cross-app/answer',
    auth: 'optional',
    retry: 'never',
    codes: [token, 'not_found', 'not_supported', 'embedded_wallet_not_found'],
    summary: "The person's yes or no to a connection, and where or with what the popup goes back.",
  }),
  listOwn: /* @__PURE__ */ route<undefined, ConnectedAppList>({
    name: 'crossApp.listOwn',
    method: 'GET',
    path: '/api/v1/users/me/connected_apps',
    auth: 'user',
    retry: 'safe',
    codes: [token],
    summary: "Apps that may use the user's wallets, the newest first, at most 100.",
  }),
  endOwn: /* @__PURE__ */ route<undefined, CrossAppEndReply>({
    name: 'crossApp.endOwn',
    method: 'POST',
    path: '/api/v1/users/me/connected_apps/{connection_id}/end',
    auth: 'user',
    retry: 'safe',
    codes: [token, 'not_found'],
    summary: "Ends a connection of the user's at once.",
  }),
  list: /* @__PURE__ */ route<CrossAppListQuery, CrossAppList>({
    name: 'crossApp.list',
    method: 'GET',
    path: '/api/v1/admin/apps/{id}/connections',
    input: 'query',
    auth: 'admin',
    retry: 'safe',
    codes: [token],
    summary: 'Connections to the wallets of an app, 100 at a time: go on with `next_after` until it is null.',
  }),
  end: /* @__PURE__ */ route<undefined, CrossAppEndReply>({
    name: 'crossApp.end',
    method: 'DELETE',
    path: '/api/v1/admin/apps/{id}/connections/{connection_id}',
    auth: 'admin',
    retry: 'safe',
    codes: [token, 'not_found'],
    summary: 'Ends a connection to a wallet of the app at once.',
  }),
  listOfUser: /* @__PURE__ */ route<undefined, ConnectedAppList>({
    name: 'crossApp.listOfUser',
    method: 'GET',
    path: '/api/v1/users/{user_id}/connected_apps',
    auth: 'app-secret',
    retry: 'safe',
    codes: ['invalid_app_secret', 'user_does_not_exist'],
    summary: "Apps that may use a user's wallets, the newest first, at most 100.",
  }),
  endOfUser: /* @__PURE__ */ route<undefined, CrossAppEndReply>({
    name: 'crossApp.endOfUser',
    method: 'DELETE',
    path: '/api/v1/users/{user_id}/connected_apps/{connection_id}',
    auth: 'app-secret',
    retry: 'safe',
    codes: ['invalid_app_secret', 'user_does_not_exist', 'not_found'],
    summary: 'Ends a connection of a user at once.',
  }),
} as const;

/** Wallets of one app that are used in another, under the eyes of the app that holds them. */
export const crossAppFeature = () =>
  feature('crossApp', crossAppRoutes, {
    take: { body: crossAppTakeBodySchema(), reply: hostedRequestSchema() },
    open: { body: crossAppOpenBodySchema(), reply: hostedRequestSchema() },
    answer: { body: crossAppAnswerBodySchema(), reply: crossAppAnswerReplySchema() },
    listOwn: { body: null, reply: connectedAppListSchema() },
    endOwn: { body: null, reply: crossAppEndReplySchema() },
    list: { body: crossAppListQuerySchema(), reply: crossAppListSchema() },
    end: { body: null, reply: crossAppEndReplySchema() },
    listOfUser: { body: null, reply: connectedAppListSchema() },
    endOfUser: { body: null, reply: crossAppEndReplySchema() },
  });
