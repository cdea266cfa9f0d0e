import { type MethodId, methodIds, methodSchemas, type RouteFacts, type RouteName } from '@latchkey/wire';
import type { Metrics } from './createMetrics.ts';

const methods = methodSchemas();

/** The routes by which people log in, and the method that each is of. @internal */
export const loginRoutes: Readonly<Record<string, MethodId>> = Object.fromEntries(
  methodIds.flatMap((id) => methods[id].logins.map((name) => [name, id])),
);

/** The routes without which no frame signs. */
const releaseRoutes = {
  'frame.connect': 'connect',
  'frame.export': 'export',
  'frame.recover': 'recover',
  'frame.recoverByPasskey': 'recover',
  'frame.verifyToken': 'verify',
} as const satisfies Partial<Record<RouteName, string>>;

/**
 * Makes what counts the answers of a route by what they mean, for those that mean something to an operator.
 *
 * @returns counts one answer: its outcome is `success` or an error code; `kind` says more than the route where its act
 *   learnt more, such as the provider of a social login
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
      // The answer that hands out a nonce decides nothing: the same call comes again with it.
      if (outcome !== 'use_dpop_nonce') metrics.count('latchkey_wallet_releases_total', { act, outcome });
    };
  }
  return () => undefined;
}
