import { route } from './route.ts';
import type {
  ConnectedAppList,
  CrossAppAnswerBody,
  CrossAppAnswerReply,
  CrossAppAsk,
  CrossAppEndReply,
  CrossAppList,
  CrossAppListQuery,
  CrossAppOpenBody,
  CrossAppTakeBody,
} from './schemas/cross-app.ts';

/** What the provider of a login by another app begins with: its name is `privy:` and the app's id. */
const crossAppPrefix = 'privy:';
/** The name of a provider that is another app, as hosts, clients and routes write it. */
export type CrossAppProviderName = `${typeof crossAppPrefix}${string}`;

/** The name of another app as a provider. */
export const crossAppProviderOf = (appId: string): CrossAppProviderName => `${crossAppPrefix}${appId}`;

/** The id of the app that a provider's name stands for; null for a name of another form. */
export function appIdOfProvider(name: string): string | null {
  return /^privy:([a-z0-9-]{25})$/.exec(name)?.[1] ?? null;
}

/** What a requester may ask of a wallet; the last one comes from the published connector alone. */
export const crossAppMethods = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'eth_signTransaction',
] as const;
export type CrossAppMethod = (typeof crossAppMethods)[number];

/** What a connection lets its requester do: see addresses, or ask for signatures too. */
export const crossAppScopes = ['read', 'transact'] as const;
export type CrossAppScope = (typeof crossAppScopes)[number];

/** Messages from a hosted page to the requester's page (docs/wire/protocol.md §2.13). */
export const crossAppMessages = {
  connected: 'PRIVY_CROSS_APP_CONNECT_RESPONSE',
  response: 'PRIVY_CROSS_APP_ACTION_RESPONSE',
  error: 'PRIVY_CROSS_APP_ACTION_ERROR',
} as const;

/** What the requester's page does with the provider token that it keeps. */
export type CrossAppTokenChange =
  | { readonly action: 'clear' }
  | { readonly action: 'set'; readonly value: string };

/** What a hosted page tells the window that opened it, to that window's exact origin. */
export type CrossAppMessage =
  | {
      readonly type: typeof crossAppMessages.connected;
      readonly address: string;
      readonly providerPublicKey: string;
      /** Unix milliseconds. */
      readonly exp: number;
    }
  | {
      readonly type: typeof crossAppMessages.response;
      readonly result: string;
      readonly token?: CrossAppTokenChange;
    }
  /** Of a request that came sealed. */
  | {
      readonly type: typeof crossAppMessages.response;
      readonly encryptedResult: string;
      readonly iv: string;
    }
  | {
      readonly type: typeof crossAppMessages.error;
      /** Never empty: published clients take an empty one for none. */
      readonly error: string;
      readonly code?: string;
      readonly errorCode?: number;
      readonly token?: CrossAppTokenChange;
      /** As `token`, for the published connector. */
      readonly mwp?: CrossAppTokenChange;
    };

const token = 'missing_or_invalid_token';

export const crossAppRoutes = {
  /** Called by the hosted pages alone, whose origin is the only one that is answered; so are the next two. */
  take: /* @__PURE__ */ route<CrossAppTakeBody, CrossAppAsk>({
    name: 'crossApp.take',
    method: 'POST',
    path: '/api/v1/cross-app/take',
    auth: 'optional',
    retry: 'never',
    codes: ['not_found', 'not_supported'],
    summary: 'Takes what a requester asks for, by the id that brought the person to the hosted page; once.',
  }),
  open: /* @__PURE__ */ route<CrossAppOpenBody, CrossAppAsk>({
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
