import type { RouteFacts } from './route.ts';

/**
 * Returns the names of public routes without a row of limits. An attacker could otherwise flood a route whose limit
 * was forgotten.
 */
export const listOpen = (
  routes: readonly { readonly route: Pick<RouteFacts, 'auth' | 'name'> }[],
  rows: object,
): RouteFacts['name'][] =>
  routes
    .map(({ route }) => route)
    .filter(({ auth, name }) => (auth === 'none' || auth === 'optional') && !Object.hasOwn(rows, name))
    .map(({ name }) => name);
