import type { ErrorCode } from './errors.ts';

/**
 * Who may call a route: no one in particular, a signed-in user, the holder of a refresh token, the operator, the wallet
 * frame, a signed-in user's page or else the frame, or a back end of the app by the app's secret (HTTP Basic).
 */
export type RouteAuth =
  | 'none'
  | 'optional'
  | 'user'
  | 'refresh'
  | 'admin'
  | 'frame'
  | 'user-or-frame'
  | 'app-secret';

/** Whether a client may send a failed call again (HTTP-04). */
export type RouteRetry = 'safe' | 'never';

/** What a route is. The types of body and reply are inferred from the schemas of the same file. */
export interface RouteFacts {
  /** Stable name, `module.operation`: `feature()` checks it against the place of the route. */
  readonly name: `${string}.${string}`;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path with `{name}` for parameters. Routes of auth `app-secret` are served under `/v1` as well as `/api/v1`. */
  readonly path: string;
  /** `query`: what the schema checks travels in the query string, as texts. Default: in a JSON body. */
  readonly input?: 'query';
  readonly auth: RouteAuth;
  readonly retry: RouteRetry;
  /**
   * `any`: answered to every origin, without credentials to those that are not the app's; `any-app`: with credentials to
   * those of any app, because the answer is the same for everyone. Default: the app's origins.
   */
  readonly origin?: 'any' | 'any-app';
  /** Back ends call it too, without the secret: served under `/v1` as well. */
  readonly forServers?: true;
  /** Codes that the route answers besides those that every route may (`commonCodes`). */
  readonly codes: readonly ErrorCode[];
  /** One sentence for the API document. */
  readonly summary: string;
}

/** A route with the types of what crosses: `Body` is `undefined` for a call without one. */
export interface Route<Body, Reply> extends RouteFacts {
  /** Types only; never set. */
  readonly types?: { body: Body; reply: Reply };
}

export type BodyOf<R> = R extends Route<infer Body, unknown> ? Body : never;
export type ReplyOf<R> =
  R extends Route<never, infer Reply> ? Reply : R extends Route<infer _, infer Reply> ? Reply : never;

/** Codes that every route may answer. */
export const commonCodes = [
  'missing_or_invalid_privy_app_id',
  'app_not_found',
  'app_disabled',
  'origin_not_allowed',
  'invalid_data',
  'request_too_large',
  'unsupported_media_type',
  'too_many_requests',
  'service_unavailable',
  'internal_error',
] as const satisfies readonly ErrorCode[];

/**
 * Declares a route.
 *
 * @example
 * const logout = route<LogoutBody, LogoutReply>({ name: 'sessions.logout', method: 'POST', … });
 */
/* @__NO_SIDE_EFFECTS__ */
export function route<Body, Reply>(facts: RouteFacts): Route<Body, Reply> {
  return facts;
}

/** The paths that a route is served under: server SDKs that exist ask `/api/v1` or `/v1`. */
export function pathsOf({ auth, forServers, path }: RouteFacts): string[] {
  return auth === 'app-secret' || forServers ? [path, path.replace(/^\/api/, '')] : [path];
}

/** Whether only the wallet frame's own page may call a route: what asks for its proof, and what it asks before it has one. */
export const isOfFrame = ({ auth, path }: Pick<RouteFacts, 'auth' | 'path'>): boolean =>
  auth === 'frame' || path.startsWith('/api/v1/frame/');

/** Fills the parameters of a path: `pathOf('/api/v1/apps/{id}', { id })`. */
export function pathOf(path: string, params: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/**
 * Headers that clients send with their requests, ours and published ones (docs/wire/protocol.md §1.2; a test compares
 * the two). A preflight allows exactly these: a browser sends nothing at all where it names a header that is missing.
 */
export const requestHeaders = [
  'accept',
  'authorization',
  'content-type',
  'farcaster-channel-token',
  'privy-app-id',
  'privy-authorization-signature',
  'privy-ca-id',
  'privy-client',
  'privy-client-id',
  'privy-idempotency-key',
  'privy-retry-attempt',
  'privy-ui',
  'x-native-app-identifier',
  'x-privy-skip-simulation',
] as const;
