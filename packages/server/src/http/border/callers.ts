import { isExposed } from '../../configShape.ts';
import type { World } from '../../world.ts';
import type { Incoming } from '../exchange.ts';
import type { ConnectionInfo } from '../serveRoute.ts';
import { clientAddress, isLoopback, networkOf } from './clientNetwork.ts';
import { createFailures, type Failures, uncounted } from './failures.ts';

/** Where a request comes from, as limits count it. */
interface CallerFacts {
  /** By the trusted-proxy setting: the whole address, and its network. */
  readonly address: string;
  readonly network: string;
  /** In development everybody is this machine, but for a tunnel: browser tests and benchmarks too. */
  readonly isCounted: boolean;
  readonly failures: Failures;
}

/** Tells of a request where it comes from, and what went wrong from there. */
export type Callers = (request: Incoming, info: ConnectionInfo) => CallerFacts;

export function createCallers({ clock, config }: Pick<World, 'clock' | 'config'>): Callers {
  const failuresOf = createFailures(clock);
  return ({ headers }, { remoteAddress }) => {
    const address = clientAddress(remoteAddress, headers.get('x-forwarded-for'), config.trustedProxies);
    const network = networkOf(address);
    const isCounted = isExposed(config) || !isLoopback(network);
    return { address, network, isCounted, failures: isCounted ? failuresOf(network) : uncounted };
  };
}
