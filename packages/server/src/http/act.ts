import type { CheckedRoute, Route } from '@latchkey/wire';
import { checkedRoutes } from '@latchkey/wire';
import type { App } from '../app.ts';
import type { Incoming } from './exchange.ts';

/** The facts about a request that the request handler finds out before a room sees it. */
export interface Caller {
  readonly request: Incoming;
  readonly requestId: string;
  /** The app that the request names, once found and enabled and its Origin checked; `null` on routes without one. */
  readonly app: App | null;
  readonly origin: string | null;
  /** The client's network: an IPv4 address or an IPv6 /64, by the trusted-proxy setting. */
  readonly network: string;
  /**
   * The client's whole address, by the same setting: for third parties that ask for it. Personal data, so that it reaches
   * no log and no table.
   */
  readonly address: string;
  /** The bearer (or DPoP-bound) token of the Authorization header, unchecked. */
  readonly bearer: string | null;
  /** The body exactly as it was sent; empty without one. */
  readonly bodyText: string;
  /**
   * Says more of the call than its route does, for the metrics: which provider a social login is of. From a list of ours,
   * because every name is a series that is kept for ever.
   */
  countAs(name: string): void;
  /** Sets a header of the answer, whether it becomes a reply or an error. */
  setHeader(name: string, value: string): void;
  /** Adds a `Set-Cookie` to the answer, whether it becomes a reply or an error. */
  setCookie(cookie: string): void;
}

export interface ActInput<Body> {
  /** The body (or the query, where the route says so) as the wire's schema gave it: unknown fields dropped, values normalised. */
  readonly body: Body;
  readonly params: Readonly<Record<string, string>>;
  readonly caller: Caller;
  /** The app, on routes that need one. */
  readonly app: App;
}

export type Act<Body, Reply> = (input: ActInput<Body>) => Promise<Reply>;

/** A route together with the act that answers it. */
export interface Implementation {
  readonly checked: CheckedRoute<never, unknown>;
  readonly act: Act<never, unknown>;
}

/**
 * Joins a route of the wire with the act that answers it. The body reaches the act checked by the route's schema.
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
