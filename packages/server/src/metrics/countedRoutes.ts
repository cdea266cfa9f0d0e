import { type MethodId, methodIds, methodSchemas, type RouteFacts, type RouteName } from '@latchkey/wire';
import type { Metrics } from './createMetrics.ts';

const methods = methodSchemas();

/** Login routes, and the method of each. @internal */
export const loginRoutes: Readonly<Record<string, MethodId>> = Object.fromEntries(
  methodIds.flatMap((id) => methods[id].logins.map((name) => [name, id])),
);

/** Routes that count as wallet releases, with the `act` under which each is counted. */
const releaseRoutes = {
  'frame.connect': 'connect',
  'frame.export': 'export',
  'frame.recover': 'recover',
  'frame.recoverByPasskey': 'recover',
  'frame.verifyToken': 'verify',
} as const satisfies Partial<Record<RouteName, string>>;

/**
 * Creates the function that counts the answers of a route. It counts only logins and wallet releases.
 *
 * @returns a function that counts one answer: `outcome` is `success` or an error code; `kind` replaces the route's
 *   method if the operation knows more, such as the provider of a social login
 */
export function counterOf(
  metrics: Metrics,
  route: RouteFacts['name'],
): (outcome: string, kind: string | null) => void {
  const method = loginRoutes[route];
  if (method !== undefined) {
    return (outcome, kind) => metrics.count('latchkey_logins_total', { method: kind ?? method, outcome });
  }
  const act = (releaseRoutes as Partial<Record<string, string>>)[route];
  if (act !== undefined) {
    return (outcome) => {
      // An answer that only issues a nonce is no outcome. The client repeats the request with it.
      if (outcome !== 'use_dpop_nonce') metrics.count('latchkey_wallet_releases_total', { act, outcome });
    };
  }
  return () => undefined;
}
