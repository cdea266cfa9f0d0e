import type { CheckedRoute, Route } from '@latchkey/wire';
import { checkedRoutes, fail } from '@latchkey/wire';
import type { App, AppLookup } from '../app.ts';
import type { Operator } from '../operator.ts';
import type { Incoming } from './exchange.ts';

/** Facts about a request that the request handler determines before it calls a module. */
export interface Caller {
  readonly request: Incoming;
  readonly requestId: string;
  /** App that the request names, after the border's checks; `null` on routes without one. */
  readonly app: App | null;
  /** The operator who calls, on the operator's routes; `null` on all others. */
  readonly operator: Operator | null;
  readonly origin: string | null;
  /** Network of the client: an IPv4 address or an IPv6 /64, found with the trusted-proxy setting. */
  readonly network: string;
  /**
   * Full address of the client, found with the same setting, for third parties that need it. It is personal data and
   * must not get into logs and tables.
   */
  readonly address: string;
  /** Unchecked bearer (or DPoP-bound) token of the Authorization header. */
  readonly bearer: string | null;
  /** Exact text of the body; empty for a route without one. */
  readonly bodyText: string;
  /**
   * Sets the name under which metrics count a login, such as the provider of a social login. It must be one of a
   * fixed list, because each value is a time series of its own.
   */
  countAs(name: string): void;
  /** Sets a header of the reply or error. */
  setHeader(name: string, value: string): void;
  /** Adds a `Set-Cookie` to the reply or error. */
  setCookie(cookie: string): void;
}

export interface ActInput<Body> {
  /** Body (or query, if the route says so) as the wire's schema returns it: without unknown fields, and normalised. */
  readonly body: Body;
  readonly params: Readonly<Record<string, string>>;
  readonly caller: Caller;
  /** App of the request. Set only on routes that need one; on the operator's routes, only by {@link implementOfApp}. */
  readonly app: App;
}

export type Act<Body, Reply> = (input: ActInput<Body>) => Promise<Reply>;

export interface Implementation {
  readonly checked: CheckedRoute<never, unknown>;
  readonly act: Act<never, unknown>;
}

/**
 * Joins a route of the wire with the function that answers it. The function gets the body checked by the route's
 * schema.
 *
 * @example implement(emailRoutes.sendCode, ({ body, app, caller }) => sendCode(body.email, app, caller))
 */
export function implement<Body, Reply>(
  route: Route<Body, Reply>,
  act: Act<NonNullable<Body>, NoInfer<Reply>>,
): Implementation {
  const checked = checkedRoutes.find((candidate) => candidate.route.name === route.name);
  if (!checked) throw new Error(`The route ${route.name} is in no feature of wire/src/checkedRoutes.ts`);
  return { checked, act: act as unknown as Act<never, unknown> };
}

/**
 * Joins an operator's route about an app with a function that needs the app. The route finds the app that its path
 * names, and fails with `app_not_found` if there is none.
 *
 * @example implementOfApp(apps, operatorUserRoutes.getUserOf, getUser)
 */
export function implementOfApp<Body, Reply>(
  apps: Pick<AppLookup, 'find'>,
  route: Route<Body, Reply>,
  act: Act<NonNullable<Body>, NoInfer<Reply>>,
): Implementation {
  return implement<Body, Reply>(route, async ({ body, caller, params }) => {
    const app = (await apps.find(params.id ?? '')) ?? fail('app_not_found');
    return act({ body, params, caller, app });
  });
}
