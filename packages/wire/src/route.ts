import type { ErrorCode } from './errors.ts';
import type { OperatorRole } from './operatorRoles.ts';

/**
 * Callers of a route: anyone, anyone with or without a session, a signed-in user, the holder of a refresh token, the
 * operator with a token or the shared key, the wallet frame, a signed-in user's page or the frame, or a back end with
 * the app's secret (HTTP Basic).
 */
export type RouteAuth =
  | 'none'
  | 'optional'
  | 'user'
  | 'refresh'
  | 'operator'
  | 'frame'
  | 'user-or-frame'
  | 'app-secret';

/** Retries of a failed call: safe, or never allowed (HTTP-04). */
export type RouteRetry = 'safe' | 'never';

/**
 * Description of a route. `route<Body, Reply>` adds the types of body and reply, and `feature()` joins the route to the
 * schemas from which these types are inferred.
 */
export interface RouteFacts {
  /** Stable name, `module.operation`. `feature()` compares it with the place of the route. */
  readonly name: `${string}.${string}`;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path with `{name}` for parameters. Routes with auth `app-secret` are served under both `/v1` and `/api/v1`. */
  readonly path: string;
  /** `query`: the schema checks the query string, whose values are texts. Default: a JSON body. */
  readonly input?: 'query';
  readonly auth: RouteAuth;
  /** Least role of the operator's token, on the operator's routes alone. */
  readonly role?: OperatorRole;
  readonly retry: RouteRetry;
  /**
   * `any`: answered to every origin, with credentials only to the app's own. `any-app`: with credentials to the
   * origins of any app, because the answer is the same for everyone. Default: only to the origins that `auth` implies,
   * for pages those of the app.
   */
  readonly origin?: 'any' | 'any-app';
  /** Back ends call it, too, without the secret, so it is also served under `/v1`. */
  readonly forServers?: true;
  /** Codes that the route answers besides `commonCodes`. */
  readonly codes: readonly ErrorCode[];
  /** One sentence for the API document. */
  readonly summary: string;
}

/** Route with the types of its body and reply. `Body` is `undefined` for a call without one. */
export interface Route<Body, Reply> extends RouteFacts {
  /** Types only; never set. */
  readonly types?: { body: Body; reply: Reply };
}

export type BodyOf<R> = R extends Route<infer Body, unknown> ? Body : never;
export type ReplyOf<R> =
  R extends Route<never, infer Reply> ? Reply : R extends Route<infer _, infer Reply> ? Reply : never;

/** Codes that most routes may answer. */
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

/** Facts of a route of the operator, which name the least role. */
interface OperatorFacts extends RouteFacts {
  readonly auth: 'operator';
  readonly role: OperatorRole;
}

/** Facts of a route of anyone else. */
export interface OtherFacts extends RouteFacts {
  readonly auth: Exclude<RouteAuth, 'operator'>;
  readonly role?: never;
}

/**
 * Declares a route.
 *
 * @example
 * const logout = route<LogoutBody, LogoutReply>({ name: 'sessions.logout', method: 'POST', … });
 */
/* @__NO_SIDE_EFFECTS__ */
export function route<Body, Reply>(facts: OperatorFacts | OtherFacts): Route<Body, Reply> {
  return facts;
}

/** Returns the paths of a route: existing server SDKs call `/api/v1` or `/v1`. */
export function pathsOf({ auth, forServers, path }: RouteFacts): string[] {
  return auth === 'app-secret' || forServers ? [path, path.replace(/^\/api/, '')] : [path];
}

/**
 * Returns true if only the wallet frame's own page may call a route: the route needs the frame's proof, or the frame
 * calls it before it can prove anything.
 */
export const isOfFrame = ({ auth, path }: Pick<RouteFacts, 'auth' | 'path'>): boolean =>
  auth === 'frame' || path.startsWith('/api/v1/frame/');

/** Fills the parameters of a path: `pathOf('/api/v1/apps/{id}', { id })`. */
export function pathOf(path: string, params: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/**
 * Headers that our own and published clients send (docs/wire/protocol.md §1.2; a test compares this list with it).
 * A preflight allows exactly these: if one is missing here, a browser does not send the request at all.
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
