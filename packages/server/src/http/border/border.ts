import { appIdPattern, fail, isCode, isOfFrame, type OperatorRole, type RouteFacts } from '@latchkey/wire';
import type { App, AppLookup } from '../../app.ts';
import type { Config } from '../../configShape.ts';
import type { Operator } from '../../operator.ts';
import type { Incoming } from '../exchange.ts';
import { corsHeaders, publicCorsHeaders } from './cors.ts';
import type { Failures } from './failures.ts';
import type { OperatorCheck } from './operators.ts';

export interface Arrival {
  readonly headers: Incoming['headers'];
  readonly params: Readonly<Record<string, string>>;
  readonly origin: string | null;
  readonly bearer: string | null;
  readonly failures: Failures;
  /** Headers of the answer. The border adds those that let the origin read it. */
  readonly answer: Record<string, string>;
}

export interface Admitted {
  readonly app: App | null;
  readonly operator: Operator | null;
}

export type Border = (arrival: Arrival) => Promise<Admitted>;

type AppBorder = (arrival: Arrival) => Promise<App>;

/**
 * Returns the border of a route, which depends on its callers:
 *
 * - custody routes: the Origin of the frame page, which is the service's own or the app's own address of the service
 * - the operator's routes: the shared key or a token whose role is enough, and the service's own Origin or none
 * - routes of an app's back ends: the app's secret, and no Origin
 * - routes for the frame and for pages: a request with the scheme DPoP is checked as the frame's, others as a page's
 * - public routes: any origin, with credentials only for origins of the app or, on some routes, of any app; an id in
 *   their path that does not have the form of an app id is an unknown route
 * - all others: the app of `privy-app-id`, and an Origin that this app allows or none
 *
 * @throws ServiceError `missing_or_invalid_privy_app_id`, `app_not_found`, `app_disabled`, `origin_not_allowed`,
 *   `wrong_service_address`, `missing_or_invalid_token`, `insufficient_role`, `invalid_app_secret`, `not_found`,
 *   `too_many_requests`, and those of the lookups
 */
export function borderOf(
  route: RouteFacts,
  deps: { apps: AppLookup; config: Config; checkOperator: OperatorCheck },
): Border {
  const { config, checkOperator } = deps;
  if (route.auth === 'operator') return operatorBorder(route.role ?? 'admin', config, checkOperator);
  const find = appBorderOf(route, deps);
  return async (arrival) => ({ app: await find(arrival), operator: null });
}

function appBorderOf(route: RouteFacts, deps: { apps: AppLookup; config: Config }): AppBorder {
  const { apps, config } = deps;
  if (route.auth === 'app-secret') return backEndBorder(apps);
  if (isOfFrame(route)) return custodyBorder(apps, config);
  if (route.auth === 'user-or-frame') return eitherBorder(clientBorder(apps), custodyBorder(apps, config));
  if (route.origin) return publicBorder(apps, route.origin);
  return clientBorder(apps);
}

function operatorBorder(role: OperatorRole, config: Config, checkOperator: OperatorCheck): Border {
  return async ({ origin, bearer, failures }) => {
    // The key belongs on servers and command lines. A page of another origin that sends it is a mistake or an attack.
    if (origin !== null && origin !== config.url) fail('origin_not_allowed');
    return { app: null, operator: await checkOperator(bearer, role, failures) };
  };
}

function backEndBorder(apps: AppLookup): AppBorder {
  return async ({ headers, params, origin, failures }) => {
    // A page that has the secret would expose it to everyone who opens the page.
    if (origin !== null) fail('origin_not_allowed');
    const credentials = headers.get('authorization') ?? '';
    const shown = basicOf(credentials);
    // The credentials name the app. Published SDKs name it in the header too; then both must agree.
    const named = headers.get('privy-app-id') ?? shown?.user;
    if (!named || named.length > 64) fail('missing_or_invalid_privy_app_id');
    const attempt = failures.begin('app-secret', credentials);
    const isSameApp = shown?.user === named && (params.id === undefined || params.id === named);
    // An attacker who tries secrets does not learn here if the app exists: an unknown app and a wrong secret get the
    // same answer.
    const app = await apps.findBySecret(named, shown?.password ?? '');
    if (!app || !isSameApp) {
      attempt.wrong();
      fail('invalid_app_secret');
    }
    attempt.right();
    if (app.disabled) fail('app_disabled');
    return app;
  };
}

/** Returns user and password of a Basic Authorization header (RFC 7617 §2), or null. */
function basicOf(header: string | null): { user: string; password: string } | null {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? null : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

function custodyBorder(apps: AppLookup, config: Config): AppBorder {
  return async ({ headers, origin, failures }) => {
    // Refuses a missing Origin (curl) and requests that the browser marks as not same-origin (scripts of host pages).
    // Browsers let no script set these two headers (docs/custody.md, custody routes (a)).
    const site = headers.get('sec-fetch-site');
    if (origin === null || (site !== null && site !== 'same-origin')) fail('origin_not_allowed');
    const app = await getApp(apps, headers.get('privy-app-id'), failures);
    // The frame may be on the app's own address of the service, unless that is also a host page's origin.
    const isOwn = origin === app.settings.custom_api_url && !apps.isOriginAllowed(app, origin);
    if (origin !== config.url && !isOwn) {
      // The browser confirms that the caller was loaded from the address that it called, so it is a frame on a wrong
      // address of the service.
      if (site === 'same-origin') refuseAddress(origin, config.url);
      fail('origin_not_allowed');
    }
    return app;
  };
}

const eitherBorder =
  (ofPage: AppBorder, ofFrame: AppBorder): AppBorder =>
  (arrival) =>
    /^DPoP /i.test(arrival.headers.get('authorization') ?? '') ? ofFrame(arrival) : ofPage(arrival);

/** Names the right address of the frame to a developer with a proxy or a tunnel. */
function refuseAddress(origin: string, expected: string): never {
  const message = `The wallet frame was loaded from ${origin.slice(0, 64)}, but the address of this service is ${expected.slice(0, 64)}.`;
  return fail('wrong_service_address', { message, details: { expected } });
}

function publicBorder(apps: AppLookup, whose: NonNullable<RouteFacts['origin']>): AppBorder {
  return async ({ params, origin, answer, failures }) => {
    if (origin !== null) Object.assign(answer, publicCorsHeaders(origin));
    // Newer SDKs call paths that are not built, such as `/v1/apps/gas_spend`, in which the last part is not an app's
    // id.
    if (params.id !== undefined && !appIdPattern.test(params.id)) fail('not_found');
    const app = await getApp(apps, params.id ?? null, failures);
    const isKnown =
      origin !== null &&
      (apps.isOriginAllowed(app, origin) || (whose === 'any-app' && (await apps.isOriginKnown(origin))));
    if (isKnown) Object.assign(answer, corsHeaders(origin));
    return app;
  };
}

function clientBorder(apps: AppLookup): AppBorder {
  return async ({ headers, origin, answer, failures }) => {
    const app = await getApp(apps, headers.get('privy-app-id'), failures).catch(async (error: unknown) => {
      // A page of a known origin may read the error about the app that it names.
      if (
        origin !== null &&
        isCode(error) &&
        error.code !== 'service_unavailable' &&
        (await apps.isOriginKnown(origin))
      ) {
        Object.assign(answer, corsHeaders(origin));
      }
      throw error;
    });
    if (origin === null) return app;
    if (!apps.isOriginAllowed(app, origin)) fail('origin_not_allowed');
    Object.assign(answer, corsHeaders(origin));
    return app;
  };
}

async function getApp(apps: AppLookup, id: string | null, failures: Failures): Promise<App> {
  if (!id || id.length > 64) fail('missing_or_invalid_privy_app_id');
  const app = (await findApp(apps, id, failures)) ?? fail('app_not_found');
  if (app.disabled) fail('app_disabled');
  return app;
}

/**
 * Finds an app by an untrusted id, and counts an unknown id as a failure.
 * @throws ServiceError `too_many_requests` for a network that sends too many unknown ids
 */
export async function findApp(
  apps: Pick<AppLookup, 'find' | 'isSeen'>,
  id: string,
  failures: Failures,
): Promise<App | null> {
  // An attacker who makes up ids must not shut out the users of real apps on the same network. Apps that this process
  // knows are not counted.
  if (apps.isSeen(id)) return apps.find(id);
  const attempt = failures.begin('app-id');
  const app = await apps.find(id);
  if (app) attempt.right();
  return app;
}
