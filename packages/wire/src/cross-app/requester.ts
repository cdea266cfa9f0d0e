import * as v from 'valibot';
import { about } from '../about.ts';
import { route } from '../route.ts';
import type { OutputOf } from '../schema.ts';

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

/** Apps whose wallets may be used in this one, as its client reads them. */
export const crossAppConnectionsSchema = () =>
  v.object({
    connections: v.array(
      v.object({
        provider_app_id: v.string(),
        provider_app_name: v.string(),
        provider_app_icon_url: v.nullable(v.string()),
        provider_app_custom_api_url: about('Where requests to its wallets go.', v.string()),
        read_only: v.boolean(),
        hosted_url: about('Origin of the hosted pages: no message of another one counts.', v.string()),
      }),
    ),
  });
export type CrossAppConnections = OutputOf<typeof crossAppConnectionsSchema>;

/** Facts about a provider app that any page may know. */
export const crossAppDetailsSchema = () =>
  v.object({
    name: v.string(),
    icon_url: v.nullable(v.string()),
    custom_api_url: v.string(),
    custom_connect_url: about('Where the published connector asks for a connection.', v.string()),
    custom_transact_url: about('Where it asks for a signature.', v.string()),
  });
export type CrossAppDetails = OutputOf<typeof crossAppDetailsSchema>;

/** What a requester's page asks of the apps whose wallets it uses. */
export const requesterRoutes = {
  crossAppConnections: /* @__PURE__ */ route<undefined, CrossAppConnections>({
    name: 'apps.crossAppConnections',
    method: 'GET',
    path: '/api/v1/apps/{id}/cross-app/connections',
    auth: 'optional',
    retry: 'safe',
    codes: ['app_not_found'],
    summary: 'Other apps whose wallets may be used here.',
  }),
  /** The published connector asks it from any page, before anyone was asked for anything. */
  crossAppDetails: /* @__PURE__ */ route<undefined, CrossAppDetails>({
    name: 'apps.crossAppDetails',
    method: 'GET',
    path: '/api/v1/apps/{id}/cross-app/details',
    auth: 'none',
    retry: 'safe',
    // Published clients ask with credentials, from the pages of the app that asks.
    origin: 'any-app',
    codes: ['app_not_found'],
    summary: 'What any page may know of an app whose wallets it asks for.',
  }),
} as const;
