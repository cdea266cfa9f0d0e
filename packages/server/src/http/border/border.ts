import { appIdPattern, fail, isCode, isOfFrame, type RouteFacts } from '@latchkey/wire';
import type { App, AppLookup } from '../../app.ts';
import type { Config } from '../../configShape.ts';
import { isEqual, sha256 } from '../../crypto/index.ts';
import type { Incoming } from '../exchange.ts';
import { corsHeaders, publicCorsHeaders } from './cors.ts';
import type { Failures } from './failures.ts';

/** What a request shows at the border. */
export interface Arrival {
  readonly headers: Incoming['headers'];
  readonly params: Readonly<Record<string, string>>;
  readonly origin: string | null;
  readonly bearer: string | null;
  readonly failures: Failures;
  /** Headers of the answer; the border adds what lets the origin read it. */
  readonly answer: Record<string, string>;
}

/** Lets a request through to its act, with the app that it names, or throws. */
export type Border = (arrival: Arrival) => Promise<App | null>;

/**
 * The border of a route, by who may call it.
 *
 * - custody routes: only the frame page, that is: the service's own origin or the app's own
 *   address of it, never read by another one;
 * - the operator's routes: the admin key;
 * - routes of an app's back ends: the app's secret, from no page;
 * - what the frame and pages both call: a proof of possession makes it the frame's call;
 * - public routes: any origin, without credentials to those that are not the app's, or not of any app's; what cannot be an
 *   app id in their path is a route that does not exist;
 * - all else: the app of `privy-app-id`, and an Origin of that app or none.
 *
 * @throws ServiceError `missing_or_invalid_privy_app_id`, `app_not_found`, `app_disabled`, `origin_not_allowed`,
 *   `wrong_service_address`, `missing_or_invalid_token`, `invalid_app_secret`, `not_found`, `too_many_requests`
 */
export function borderOf(route: RouteFacts, deps: { apps: AppLookup; config: Config }): Border {
  const { apps, config } = deps;
  if (route.auth === 'admin') return operatorBorder(config);
  if (route.auth === 'app-secret') return backEndBorder(apps);
  if (isOfFrame(route)) return custodyBorder(apps, config);
  if (route.auth === 'user-or-frame') return eitherBorder(clientBorder(apps), custodyBorder(apps, config));
  if (route.origin) return publicBorder(apps, route.origin);
  return clientBorder(apps);
}

function operatorBorder(config: Config): Border {
  const keyHash = sha256(config.adminKey);
  return async ({ origin, bearer, failures }) => {
    // The key belongs to servers and command lines; a page that has it is a mistake or an attack.
    if (origin !== null && origin !== config.url) fail('origin_not_allowed');
    checkKey(bearer, keyHash, failures);
    return null;
  };
}

/**
 * Checks the operator's key. Hashed first: the comparison then takes the same time for every guess of every length.
 * @throws ServiceError `missing_or_invalid_token`, `too_many_requests`
 */
export function checkKey(shown: string | null, keyHash: Uint8Array, failures: Failures): void {
  const attempt = failures.begin('admin-key', shown ?? '');
  if (shown !== null && isEqual(sha256(shown), keyHash)) {
    attempt.right();
    return;
  }
  attempt.wrong();
  fail('missing_or_invalid_token');
}

function backEndBorder(apps: AppLookup): Border {
  return async ({ headers, params, origin, failures }) => {
    // A page that knows the secret would give it to everybody who opens the page.
    if (origin !== null) fail('origin_not_allowed');
    const credentials = headers.get('authorization') ?? '';
    const shown = basicOf(credentials);
    // The credentials name the app. Published SDKs name it in the header too; where both do, they must agree.
    const named = headers.get('privy-app-id') ?? shown?.user;
    if (!named || named.length > 64) fail('missing_or_invalid_privy_app_id');
    const attempt = failures.begin('app-secret', credentials);
    const isSameApp = shown?.user === named && (params.id === undefined || params.id === named);
    // One answer for an app that does not exist and for a secret that is wrong: neither is found out by trying.
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

/** User and password of an Authorization header of the scheme Basic (RFC 7617 §2), or null. */
function basicOf(header: string | null): { user: string; password: string } | null {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? null : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

function custodyBorder(apps: AppLookup, config: Config): Border {
  return async ({ headers, origin, failures }) => {
    // No Origin (curl) and every other Origin (host scripts) are turned away; a browser lets no script set these two
    // headers (docs/custody.md, custody routes (a)).
    const site = headers.get('sec-fetch-site');
    if (origin === null || (site !== null && site !== 'same-origin')) fail('origin_not_allowed');
    const app = await getApp(apps, headers.get('privy-app-id'), failures);
    // The frame may be at the app's own address of the service, unless that is also a host page's.
    const isOwn = origin === app.settings.custom_api_url && !apps.isOriginAllowed(app, origin);
    if (origin !== config.url && !isOwn) {
      // The browser's word that the caller stands where it called: a frame of ours, at another address than it should.
      if (site === 'same-origin') refuseAddress(origin, config.url);
      fail('origin_not_allowed');
    }
    return app;
  };
}

/** A call with the scheme DPoP is the frame's, and must come from there; its act checks the proof. Any other is a page's. */
const eitherBorder =
  (ofPage: Border, ofFrame: Border): Border =>
  (arrival) =>
    /^DPoP /i.test(arrival.headers.get('authorization') ?? '') ? ofFrame(arrival) : ofPage(arrival);

/**
 * Says which address the frame belongs at: this is read by the frame alone, and a developer who set up a proxy or a
 * tunnel learns nothing from a wallet that stays silent.
 */
function refuseAddress(origin: string, expected: string): never {
  const message = `The wallet frame was loaded from ${origin.slice(0, 64)}, but the address of this service is ${expected.slice(0, 64)}.`;
  return fail('wrong_service_address', { message, details: { expected } });
}

function publicBorder(apps: AppLookup, whose: NonNullable<RouteFacts['origin']>): Border {
  return async ({ params, origin, answer, failures }) => {
    if (origin !== null) Object.assign(answer, publicCorsHeaders(origin));
    // Newer SDKs ask for paths that are not built, such as `/v1/apps/gas_spend`: no app of that name was meant.
    if (params.id !== undefined && !appIdPattern.test(params.id)) fail('not_found');
    const app = await getApp(apps, params.id ?? null, failures);
    const isKnown =
      origin !== null &&
      (apps.isOriginAllowed(app, origin) || (whose === 'any-app' && (await apps.isOriginKnown(origin))));
    if (isKnown) Object.assign(answer, corsHeaders(origin));
    return app;
  };
}

function clientBorder(apps: AppLookup): Border {
  return async ({ headers, origin, answer, failures }) => {
    const app = await getApp(apps, headers.get('privy-app-id'), failures).catch(async (error: unknown) => {
      // A page of a known origin may read what is wrong with the app it names.
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
 * Finds an app by an id that a stranger gave, and counts one that no one has.
 * @throws ServiceError `too_many_requests` for a network that makes ids up
 */
export async function findApp(apps: AppLookup, id: string, failures: Failures): Promise<App | null> {
  // Those that this process knows cost nothing: anyone who makes ids up does not shut their people out.
  if (apps.isSeen(id)) return apps.find(id);
  const attempt = failures.begin('app-id');
  const app = await apps.find(id);
  if (app) attempt.right();
  return app;
}
