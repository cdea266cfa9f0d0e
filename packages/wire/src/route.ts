import type { ErrorCode } from './errors.ts';

/**
 * Who may call a route: no one in particular, a signed-in user, the holder of a refresh token, the operator, the wallet
 * frame, or a back end of the app by the app's secret (HTTP Basic).
 */
export type RouteAuth = 'none' | 'optional' | 'user' | 'refresh' | 'admin' | 'frame' | 'app-secret';

/** Whether a client may send a failed call again (HTTP-04). */
export type RouteRetry = 'safe' | 'never';

/**
 * The name of every route, `room.act`. Whatever goes by a route's name is typed by this list, so that a misspelt one does
 * not compile: a limit under a name that is none would hold no one off.
 */
export type RouteName =
  | 'activeSessions.end'
  | 'activeSessions.endOthers'
  | 'activeSessions.list'
  | 'admin.createApp'
  | 'admin.getApp'
  | 'admin.listApps'
  | 'admin.revokeSigningKey'
  | 'admin.rotateSecret'
  | 'admin.rotateSigningKey'
  | 'admin.updateApp'
  | 'allowlist.add'
  | 'allowlist.list'
  | 'allowlist.remove'
  | 'analytics.sendEvent'
  | 'appSecrets.put'
  | 'apps.crossAppConnections'
  | 'apps.get'
  | 'apps.smartWallets'
  | 'apps.testCredentials'
  | 'audit.list'
  | 'captcha.challenge'
  | 'captcha.setSecret'
  | 'cloud.finish'
  | 'cloud.getICloudConfig'
  | 'cloud.start'
  | 'cloud.startICloud'
  | 'customToken.authenticate'
  | 'devices.list'
  | 'devices.revoke'
  | 'directory.byCustomId'
  | 'directory.byDiscordUsername'
  | 'directory.byEmail'
  | 'directory.byFarcasterId'
  | 'directory.byGithubUsername'
  | 'directory.byPhone'
  | 'directory.bySmartWallet'
  | 'directory.byTelegramId'
  | 'directory.byTelegramUsername'
  | 'directory.byTwitterSubject'
  | 'directory.byTwitterUsername'
  | 'directory.byWallet'
  | 'directory.createWalletOfApp'
  | 'directory.createWallets'
  | 'directory.deleteUser'
  | 'directory.exportUser'
  | 'directory.getUser'
  | 'directory.importUser'
  | 'directory.listUsers'
  | 'directory.searchUsers'
  | 'directory.setMetadata'
  | 'directory.unlinkAccount'
  | 'email.authenticate'
  | 'email.link'
  | 'email.sendCode'
  | 'email.transfer'
  | 'email.unlink'
  | 'email.update'
  | 'farcaster.authenticate'
  | 'farcaster.authenticateMiniApp'
  | 'farcaster.init'
  | 'farcaster.initMiniApp'
  | 'farcaster.link'
  | 'farcaster.status'
  | 'farcaster.transfer'
  | 'farcaster.unlink'
  | 'frame.add'
  | 'frame.addRecoveryPasskey'
  | 'frame.connect'
  | 'frame.context'
  | 'frame.create'
  | 'frame.enrolDevice'
  | 'frame.export'
  | 'frame.import'
  | 'frame.openCloud'
  | 'frame.recover'
  | 'frame.recoverByPasskey'
  | 'frame.recoveryParameters'
  | 'frame.setRecovery'
  | 'frame.verifyToken'
  | 'guest.authenticate'
  | 'keys.list'
  | 'keys.rotate'
  | 'oauth.authenticate'
  | 'oauth.link'
  | 'oauth.start'
  | 'oauth.transfer'
  | 'oauth.unlink'
  | 'passkey.authenticate'
  | 'passkey.link'
  | 'passkey.signUp'
  | 'passkey.startLink'
  | 'passkey.startLogin'
  | 'passkey.startSignUp'
  | 'passkey.unlink'
  | 'prices.tokenPrice'
  | 'recovery.getKeyMaterial'
  | 'recoveryPasskeys.list'
  | 'recoveryPasskeys.remove'
  | 'sessions.fork'
  | 'sessions.keys'
  | 'sessions.keysForServers'
  | 'sessions.logout'
  | 'sessions.reauthenticate'
  | 'sessions.recoverFork'
  | 'sessions.refresh'
  | 'sms.authenticate'
  | 'sms.link'
  | 'sms.sendCode'
  | 'sms.transfer'
  | 'sms.unlink'
  | 'sms.update'
  | 'telegram.authenticate'
  | 'telegram.link'
  | 'telegram.transfer'
  | 'telegram.unlink'
  | 'undo.find'
  | 'undo.sendCode'
  | 'undo.undo'
  | 'users.acceptTerms'
  | 'users.getMe'
  | 'webhooks.create'
  | 'webhooks.deliveries'
  | 'webhooks.list'
  | 'webhooks.redeliver'
  | 'webhooks.remove'
  | 'webhooks.rotateSecret'
  | 'webhooks.test'
  | 'webhooks.update';

/** What a route is. The types of body and reply are inferred from the schemas of the same file. */
export interface RouteFacts {
  /** Stable name, `room.act`. */
  readonly name: RouteName;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path with `{name}` for parameters. Routes of auth `app-secret` are served under `/v1` as well as `/api/v1`. */
  readonly path: string;
  /** `query`: what the schema checks travels in the query string, as texts. Default: in a JSON body. */
  readonly input?: 'query';
  readonly auth: RouteAuth;
  readonly retry: RouteRetry;
  /** `any`: answered to every origin, without credentials to those that are not the app's. Default: the app's origins. */
  readonly origin?: 'any';
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
