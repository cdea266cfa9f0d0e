import * as v from 'valibot';
import { crossAppMessages, crossAppScopes } from '../cross-app/requester.ts';
import * as limits from '../limits.ts';
import { about } from './about.ts';

/** What travels in the address of a hosted page, or stays in it: 256 random bits. */
const reference = () => v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/, 'must be as it was given'));
const unixMs = () => v.pipe(v.number(), v.integer());

export const crossAppTakeBodySchema = v.object({
  id: about('From the address of the hosted page; good once, for a minute.', reference()),
});
export type CrossAppTakeBody = v.InferInput<typeof crossAppTakeBodySchema>;

const handle = () =>
  about('Names the ask in the page that took it, for ten minutes; never in an address.', reference());
export const crossAppOpenBodySchema = v.object({ handle: handle() });
export type CrossAppOpenBody = v.InferInput<typeof crossAppOpenBodySchema>;

export const crossAppAnswerBodySchema = v.object({ handle: handle(), allow: v.boolean() });
export type CrossAppAnswerBody = v.InferInput<typeof crossAppAnswerBodySchema>;

const requesterSchema = v.object({
  app_id: about('Null: it is known by its origin alone.', v.nullable(v.string())),
  name: about('Of one that is known by its origin, the host.', v.string()),
  icon_url: v.nullable(v.string()),
  origin: about('The page that asks, and the only one that hears the answer.', v.string()),
});
export type CrossAppRequester = v.InferOutput<typeof requesterSchema>;

/** What a requester asks of a person, as the hosted page draws it. */
export const hostedRequestSchema = v.object({
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
  requester: requesterSchema,
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
export type HostedRequest = v.InferOutput<typeof hostedRequestSchema>;

export const crossAppAnswerReplySchema = v.union([
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
export type CrossAppAnswerReply = v.InferOutput<typeof crossAppAnswerReplySchema>;

/** An app that may use a person's wallets. */
export const connectedAppSchema = v.object({
  id: v.string(),
  requester: requesterSchema,
  read_only: about('Whether it may see addresses alone.', v.boolean()),
  created_at: about('Unix milliseconds.', unixMs()),
  used_at: about('Unix milliseconds; null: never yet.', v.nullable(unixMs())),
  expires_at: about('Unix milliseconds.', unixMs()),
});
export type ConnectedApp = v.InferOutput<typeof connectedAppSchema>;
export const connectedAppListSchema = v.object({ connected_apps: v.array(connectedAppSchema) });
export type ConnectedAppList = v.InferOutput<typeof connectedAppListSchema>;
export const crossAppEndReplySchema = v.object({});
export type CrossAppEndReply = v.InferOutput<typeof crossAppEndReplySchema>;

export const crossAppListQuerySchema = v.object({
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
export type CrossAppListQuery = v.InferInput<typeof crossAppListQuerySchema>;
export const crossAppListSchema = v.object({
  connections: v.array(v.object({ ...connectedAppSchema.entries, user_id: v.string() })),
  next_after: v.nullable(v.string()),
});
export type CrossAppList = v.InferOutput<typeof crossAppListSchema>;

/** Apps whose wallets may be used in this one, as its client reads them. */
export const crossAppConnectionsSchema = v.object({
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
export type CrossAppConnections = v.InferOutput<typeof crossAppConnectionsSchema>;

/** What any page may know of an app as a provider. */
export const crossAppDetailsSchema = v.object({
  name: v.string(),
  icon_url: v.nullable(v.string()),
  custom_api_url: v.string(),
  custom_connect_url: about('Where the published connector asks for a connection.', v.string()),
  custom_transact_url: about('Where it asks for a signature.', v.string()),
});
export type CrossAppDetails = v.InferOutput<typeof crossAppDetailsSchema>;

const appId = () =>
  v.pipe(v.string(), v.regex(/^[a-z0-9-]{25}$/, 'must be 25 lower-case letters, digits or hyphens'));
const readOnly = () => about('Whether it sees addresses alone, and never asks for signatures.', v.boolean());

/** Who may ask people of an app for the use of their wallets there. */
export const crossAppRequestersSchema = v.pipe(
  v.array(
    v.union([
      v.strictObject({ app_id: about('Another app of this deployment.', appId()), read_only: readOnly() }),
      v.strictObject({
        origin: about(
          'Exact origin of pages that use the published connector, such as `https://game.example`.',
          v.pipe(v.string(), v.maxLength(253)),
        ),
        read_only: readOnly(),
      }),
    ]),
  ),
  v.maxLength(limits.crossAppRequesters),
);
