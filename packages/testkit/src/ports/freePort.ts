import { createPorts, type Ports } from './createPorts.ts';

// Processes that begin together have neighbouring ids: they begin with different blocks.
let ports: Ports | undefined;

/**
 * A port for a program that must know its address before it starts, or that starts again on the same one. No other party gets
 * it between two starts, as happens to a port that the system chose: it gives that to the next who asks.
 *
 * @returns a port that no one listens on and that no other call, in any process of this machine, was given
 */
export function freePort(): Promise<number> {
  ports ??= createPorts(process.pid);
  return ports.next();
}
