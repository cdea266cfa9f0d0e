import type { RouteFacts } from './route.ts';

/** The names of the routes that anyone may call and that have no row: forgetting one leaves no door open to floods. */
export const listOpen = (
  routes: readonly { readonly route: Pick<RouteFacts, 'auth' | 'name'> }[],
  rows: object,
): RouteFacts['name'][] =>
  routes
    .map(({ route }) => route)
    .filter(({ auth, name }) => (auth === 'none' || auth === 'optional') && !Object.hasOwn(rows, name))
    .map(({ name }) => name);
