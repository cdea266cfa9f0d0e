import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import type { Route, RouteFacts } from './route.ts';

/** A route with the schemas that check it. Clients import routes alone, so that no schema library reaches a host page. */
export interface CheckedRoute<Body = unknown, Reply = unknown> {
  route: Route<Body, Reply>;
  /** Of the JSON body, or of the query where the route says so. */
  body: GenericSchema<Body, unknown> | null;
  reply: GenericSchema<unknown, Reply>;
}

export type AnyCheckedRoute = CheckedRoute<never, unknown>;

/** The routes of a capability, by their whole names, `module.operation`. */
export type Feature<Name extends RouteFacts['name'] = RouteFacts['name']> = Readonly<
  Record<Name, AnyCheckedRoute>
>;

/** The whole name of an operation; one that already has its module keeps it. */
type NameOf<Scope extends string, Act> = Act extends RouteFacts['name']
  ? Act
  : Act extends string
    ? `${Scope}.${Act}`
    : never;

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
 * Joins the routes of a capability with their schemas: a route without a schema, or with one of another shape than it
 * declares, does not compile.
 *
 * @param scope the first half of the routes' names; the operations, by which both are listed, are the second
 * @param schemas in the order of the API document
 * @throws TypeError for a route of another name than its place: what goes by names would pass it by
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
