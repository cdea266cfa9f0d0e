import * as v from 'valibot';
import { about } from '../about.ts';
import { feature } from '../feature.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';
import { crossAppMessages, crossAppScopes } from './requester.ts';

const token = 'missing_or_invalid_token';

/** Secret of a hosted page, in its URL or kept in the page: 256 random bits. */
const reference = () => v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/, 'must be as it was given'));
const unixMs = () => v.pipe(v.number(), v.integer());

export const crossAppTakeBodySchema = () =>
  v.object({
    id: about('Id from the URL of the hosted page. Valid once, for a minute.', reference()),
  });
export type CrossAppTakeBody = InputOf<typeof crossAppTakeBodySchema>;

const handle = () =>
  about(
    'Handle of the request for the page that took it. Valid for ten minutes; never part of a URL.',
    reference(),
  );
export const crossAppOpenBodySchema = () => v.object({ handle: handle() });
export type CrossAppOpenBody = InputOf<typeof crossAppOpenBodySchema>;

export const crossAppAnswerBodySchema = () => v.object({ handle: handle(), allow: v.boolean() });
export type CrossAppAnswerBody = InputOf<typeof crossAppAnswerBodySchema>;

const requesterSchema = () =>
  v.object({
    app_id: about('If null, the requester is identified only by its origin.', v.nullable(v.string())),
    name: about('Name of the requester. If it is identified by its origin, this is the host.', v.string()),
    icon_url: v.nullable(v.string()),
    origin: about(
      'Origin of the page that made the request. Only this origin receives the answer.',
      v.string(),
    ),
  });
export type CrossAppRequester = OutputOf<typeof requesterSchema>;

/** Hosted request, as the hosted page shows it to the user. */
export const hostedRequestSchema = () =>
  v.object({
    handle: v.string(),
    kind: v.picklist(['connect', 'transact']),
    by: about(
      'Delivery of the answer: by a redirect, in a message, or in an encrypted message (`sealed`).',
      v.picklist(['redirect', 'message', 'sealed']),
    ),
    state: about(
      '`ready`: the user can answer the request. Any other value is the reason why they cannot. `login`: no user is signed in.',
      v.picklist(['ready', 'login', 'other_user', 'not_connected', 'read_only', 'late']),
    ),
    until: about('Expiry of the request, in Unix milliseconds.', unixMs()),
    requester: requesterSchema(),
    scope: v.picklist(crossAppScopes),
    is_first: about(
      'For a connection: true if the user has not agreed to as much before. If false, the page asks with one line only.',
      v.boolean(),
    ),
    connection_until: about('Expiry of the connection if the user agrees, in Unix milliseconds.', unixMs()),
    request: about(
      'Request to the wallet. null unless `state` is `ready`, and null for a connection.',
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
      'Key with which the page encrypts the result: 32 bytes as base64. Present if a `sealed` request is ready.',
      v.optional(v.string()),
    ),
    token: about(
      'If the answer is an error: the change that the requester must make to the token that it keeps.',
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
      origin: about('Only origin to which the page may post the message.', v.string()),
    }),
  ]);
export type CrossAppAnswerReply = OutputOf<typeof crossAppAnswerReplySchema>;

/** App that may use a user's wallets. */
export const connectedAppSchema = () =>
  v.object({
    id: v.string(),
    requester: requesterSchema(),
    read_only: about('If true, the app may see addresses only.', v.boolean()),
    created_at: about('Unix milliseconds.', unixMs()),
    used_at: about('Unix milliseconds. null if never.', v.nullable(unixMs())),
    expires_at: about('Unix milliseconds.', unixMs()),
  });
export type ConnectedApp = OutputOf<typeof connectedAppSchema>;
export const connectedAppListSchema = () => v.object({ connected_apps: v.array(connectedAppSchema()) });
export type ConnectedAppList = OutputOf<typeof connectedAppListSchema>;
export const crossAppEndReplySchema = () => v.object({});
export type CrossAppEndReply = OutputOf<typeof crossAppEndReplySchema>;

export const crossAppListQuerySchema = () =>
  v.object({
    user_id: about('Only connections of this user.', v.optional(v.pipe(v.string(), v.maxLength(64)))),
    requester: about(
      'Only connections of this requester: an app id or an origin.',
      v.optional(v.pipe(v.string(), v.maxLength(253))),
    ),
    after: about('`next_after` of the previous page.', v.optional(v.pipe(v.string(), v.maxLength(256)))),
    limit: about(
      'Page size, from 1 to 1000. Default: 100.',
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
  /** Called only by the hosted pages. The service accepts no other origin for this route and the next two. */
  take: /* @__PURE__ */ route<CrossAppTakeBody, HostedRequest>({
    name: 'crossApp.take',
    method: 'POST',
    path: '/api/v1/cross-app/take',
    auth: 'optional',
    retry: 'never',
    codes: ['not_found', 'not_supported'],
    summary: "Returns a requester's request for the id in the URL of the hosted page. Works once.",
  }),
  open: /* @__PURE__ */ route<CrossAppOpenBody, HostedRequest>({
    name: 'crossApp.open',
    method: 'POST',
    path: '/api/v1/cross-app/open',
    auth: 'user',
    retry: 'safe',
    codes: [token, 'not_found', 'not_supported'],
    summary: 'Returns the same request again for its handle, after a login in the popup or a reload.',
  }),
  answer: /* @__PURE__ */ route<CrossAppAnswerBody, CrossAppAnswerReply>({
    name: 'crossApp.answer',
    method: 'POST',
    path: '/api/v1/cross-app/answer',
    auth: 'optional',
    retry: 'never',
    codes: [token, 'not_found', 'not_supported', 'embedded_wallet_not_found'],
    summary:
      'Records whether the user allows a connection. Returns the URL or the message with which the popup answers the requester.',
  }),
  listOwn: /* @__PURE__ */ route<undefined, ConnectedAppList>({
    name: 'crossApp.listOwn',
    method: 'GET',
    path: '/api/v1/users/me/connected_apps',
    auth: 'user',
    retry: 'safe',
    codes: [token],
    summary: "Lists the apps that may use the user's wallets, newest first, at most 100.",
  }),
  endOwn: /* @__PURE__ */ route<undefined, CrossAppEndReply>({
    name: 'crossApp.endOwn',
    method: 'POST',
    path: '/api/v1/users/me/connected_apps/{connection_id}/end',
    auth: 'user',
    retry: 'safe',
    codes: [token, 'not_found'],
    summary: 'Ends a connection of the user at once.',
  }),
  list: /* @__PURE__ */ route<CrossAppListQuery, CrossAppList>({
    name: 'crossApp.list',
    method: 'GET',
    path: '/api/v1/admin/apps/{id}/connections',
    input: 'query',
    auth: 'operator',
    role: 'viewer',
    retry: 'safe',
    codes: [token],
    summary:
      'Lists connections to the wallets of an app, 100 at a time. Continue with `next_after` until it is null.',
  }),
  end: /* @__PURE__ */ route<undefined, CrossAppEndReply>({
    name: 'crossApp.end',
    method: 'DELETE',
    path: '/api/v1/admin/apps/{id}/connections/{connection_id}',
    auth: 'operator',
    role: 'support',
    retry: 'safe',
    codes: [token, 'insufficient_role', 'not_found'],
    summary: 'Ends a connection to a wallet of the app at once.',
  }),
  listOfUser: /* @__PURE__ */ route<undefined, ConnectedAppList>({
    name: 'crossApp.listOfUser',
    method: 'GET',
    path: '/api/v1/users/{user_id}/connected_apps',
    auth: 'app-secret',
    retry: 'safe',
    codes: ['invalid_app_secret', 'user_does_not_exist'],
    summary: "Lists the apps that may use a user's wallets, newest first, at most 100.",
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
