import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import type { Route, RouteFacts } from '../route.ts';

/** A route with the schemas that check it. Clients import routes alone, so that no schema library reaches a host page. */
export interface CheckedRoute<Body = unknown, Reply = unknown> {
  route: Route<Body, Reply>;
  /** Of the JSON body, or of the query where the route says so. */
  body: GenericSchema<Body, unknown> | null;
  reply: GenericSchema<unknown, Reply>;
}

export type AnyCheckedRoute = CheckedRoute<never, unknown>;

/** The routes of a capability, by name. */
export type Feature = Readonly<Record<string, AnyCheckedRoute>>;

/** What checks a route: `body` is null where it takes none. */
interface Schemas {
  readonly body: GenericSchema | null;
  readonly reply: GenericSchema;
}

/** The schemas where they take and give what the route says, and what is no schema where they do not. */
type Fitting<R, S extends Schemas> =
  R extends Route<infer Body, infer Reply>
    ? {
        readonly body: [Body] extends [undefined] ? null : Taking<Body, S['body']>;
        readonly reply: [Reply] extends [InferOutput<S['reply']>] ? S['reply'] : never;
      }
    : never;

type Taking<Body, S> = S extends GenericSchema ? ([Body] extends [InferInput<S>] ? S : never) : never;

/**
 * Joins the routes of a feature with their schemas: a route without one, or with one of another shape than it says, does
 * not compile.
 *
 * @param schemas in the order of the API document
 */
/* @__NO_SIDE_EFFECTS__ */
export function feature<
  Routes extends Readonly<Record<string, RouteFacts>>,
  Checks extends { readonly [Name in keyof Routes]: Schemas },
>(
  routes: Routes,
  schemas: Checks & { readonly [Name in keyof Routes]: Fitting<Routes[Name], Checks[Name]> },
): { readonly [Name in keyof Routes]: AnyCheckedRoute } {
  const names = Object.keys(schemas) as (keyof Routes)[];
  const joined = names.map((name) => [name, { route: routes[name], ...schemas[name] }]);
  return Object.fromEntries(joined) as { [Name in keyof Routes]: AnyCheckedRoute };
}
