import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import type { Route, RouteFacts } from './route.ts';

/** Route with the schemas that check it. Clients use only routes, so that no schema library reaches a host page. */
export interface CheckedRoute<Body = unknown, Reply = unknown> {
  route: Route<Body, Reply>;
  /** Schema of the JSON body, or of the query if the route declares that. */
  body: GenericSchema<Body, unknown> | null;
  reply: GenericSchema<unknown, Reply>;
}

export type AnyCheckedRoute = CheckedRoute<never, unknown>;

/** Routes of a capability by their full names, `module.operation`. */
export type Feature<Name extends RouteFacts['name'] = RouteFacts['name']> = Readonly<
  Record<Name, AnyCheckedRoute>
>;

/** Full name of an operation. An operation that already names its module keeps its name. */
type NameOf<Scope extends string, Act> = Act extends RouteFacts['name']
  ? Act
  : Act extends string
    ? `${Scope}.${Act}`
    : never;

/** Schemas of a route. `body` is null if the route takes none. */
interface Schemas {
  readonly body: GenericSchema | null;
  readonly reply: GenericSchema;
}

/** Given schemas if they fit the route's types; otherwise a type that no schema has. */
type Fitting<R, S extends Schemas> =
  R extends Route<infer Body, infer Reply>
    ? {
        readonly body: [Body] extends [undefined] ? null : Taking<Body, S['body']>;
        readonly reply: [Reply] extends [InferOutput<S['reply']>] ? S['reply'] : never;
      }
    : never;

type Taking<Body, S> = S extends GenericSchema ? ([Body] extends [InferInput<S>] ? S : never) : never;

/**
 * Joins the routes of a capability with their schemas. A route without a schema, or with one that does not cover what
 * it declares, does not compile.
 *
 * @param scope first half of the routes' names; the operations, which are the keys of both objects, are the second
 *   half
 * @param schemas in the order of the API document
 * @throws TypeError for a route whose name does not match its place: code that refers to routes by name would miss
 *   it
 */
/* @__NO_SIDE_EFFECTS__ */
export function feature<
  const Scope extends string,
  Routes extends Readonly<Record<string, RouteFacts>>,
  Checks extends { readonly [Act in keyof Routes]: Schemas },
>(
  scope: Scope,
  routes: Routes,
  schemas: Checks & { readonly [Act in keyof Routes]: Fitting<Routes[Act], Checks[Act]> },
): Feature<NameOf<Scope, keyof Routes>> {
  const joined = Object.entries<Schemas>(schemas).map(([act, checks]) => {
    const route = routes[act];
    const name = act.includes('.') ? act : `${scope}.${act}`;
    if (route?.name !== name) throw new TypeError(`The route ${route?.name} stands where ${name} should`);
    return [name, { route, ...checks }];
  });
  return Object.fromEntries(joined);
}
