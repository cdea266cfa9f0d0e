import * as v from 'valibot';
import { about } from '../about.ts';
import { route } from '../route.ts';
import type { OutputOf } from '../schema.ts';

/** Methods that a requester may call on a wallet. */
export const crossAppMethods = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'eth_signTransaction',
] as const;
export type CrossAppMethod = (typeof crossAppMethods)[number];

/** Scopes of a connection: to see addresses, or also to request signatures. */
export const crossAppScopes = ['read', 'transact'] as const;
export type CrossAppScope = (typeof crossAppScopes)[number];

/** Messages from a hosted page to the requester's page (docs/wire/protocol.md §2.13). */
export const crossAppMessages = {
  connected: 'PRIVY_CROSS_APP_CONNECT_RESPONSE',
  response: 'PRIVY_CROSS_APP_ACTION_RESPONSE',
  error: 'PRIVY_CROSS_APP_ACTION_ERROR',
} as const;

/** Change of the provider token that the requester's page keeps. */
export type CrossAppTokenChange =
  | { readonly action: 'clear' }
  | { readonly action: 'set'; readonly value: string };

/** Message of a hosted page to the window that opened it, posted only to the requester's exact origin. */
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
  /** Response to a sealed request. */
  | {
      readonly type: typeof crossAppMessages.response;
      readonly encryptedResult: string;
      readonly iv: string;
    }
  | {
      readonly type: typeof crossAppMessages.error;
      /** Never empty, because published clients ignore an empty error. */
      readonly error: string;
      readonly code?: string;
      readonly errorCode?: number;
      readonly token?: CrossAppTokenChange;
      /** The same change for the published connector, in place of `token`. */
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
        provider_app_custom_api_url: about("URL to which requests to the app's wallets go.", v.string()),
        read_only: v.boolean(),
        hosted_url: about(
          'Origin of the hosted pages. Clients ignore messages from other origins.',
          v.string(),
        ),
      }),
    ),
  });
export type CrossAppConnections = OutputOf<typeof crossAppConnectionsSchema>;

export const crossAppDetailsSchema = () =>
  v.object({
    name: v.string(),
    icon_url: v.nullable(v.string()),
    custom_api_url: v.string(),
    custom_connect_url: about('URL at which the published connector requests a connection.', v.string()),
    custom_transact_url: about('URL at which the published connector requests a signature.', v.string()),
  });
export type CrossAppDetails = OutputOf<typeof crossAppDetailsSchema>;

/** Routes with which a requester's page reads facts about the apps whose wallets it uses. */
export const requesterRoutes = {
  crossAppConnections: /* @__PURE__ */ route<undefined, CrossAppConnections>({
    name: 'apps.crossAppConnections',
    method: 'GET',
    path: '/api/v1/apps/{id}/cross-app/connections',
    auth: 'optional',
    retry: 'safe',
    codes: ['app_not_found'],
    summary: 'Lists other apps whose wallets may be used in this app.',
  }),
  /** Called by the published connector from any page, before any consent. */
  crossAppDetails: /* @__PURE__ */ route<undefined, CrossAppDetails>({
    name: 'apps.crossAppDetails',
    method: 'GET',
    path: '/api/v1/apps/{id}/cross-app/details',
    auth: 'none',
    retry: 'safe',
    // Published clients send credentials, from pages of the app that requests the wallet.
    origin: 'any-app',
    codes: ['app_not_found'],
    summary: 'Returns public facts about an app whose wallets a page wants to use.',
  }),
} as const;
