import { isExposed } from '../../configShape.ts';
import type { World } from '../../world.ts';
import type { Incoming } from '../exchange.ts';
import type { ConnectionInfo } from '../serveRoute.ts';
import { clientAddress, isLoopback, networkOf } from './clientNetwork.ts';
import { createFailures, type Failures, uncounted } from './failures.ts';

interface CallerFacts {
  readonly address: string;
  readonly network: string;
  /**
   * False for callers on this machine if the service is not exposed: browser tests and benchmarks make many calls from
   * there.
   */
  readonly isCounted: boolean;
  readonly failures: Failures;
}

export type Callers = (request: Incoming, info: ConnectionInfo) => CallerFacts;

export function createCallers(world: Pick<World, 'clock' | 'config' | 'workers'>): Callers {
  const { config } = world;
  const failuresOf = createFailures(world);
  return ({ headers }, { remoteAddress }) => {
    const address = clientAddress(remoteAddress, headers.get('x-forwarded-for'), config.trustedProxies);
    const network = networkOf(address);
    const isCounted = isExposed(config) || !isLoopback(network);
    return { address, network, isCounted, failures: isCounted ? failuresOf(network) : uncounted };
  };
}
