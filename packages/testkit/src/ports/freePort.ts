import { createPorts, type Ports } from './createPorts.ts';

// Processes that start together often have neighbouring ids, so they start with different blocks.
let ports: Ports | undefined;

/**
 * Returns a port for a program that must know its address before it starts, or that restarts on the same one. Unlike
 * a port that the system chose, no other test process can get it in the meantime.
 *
 * @returns a free port that no other call in a running process of this machine has got
 */
export function freePort(): Promise<number> {
  ports ??= createPorts(process.pid);
  return ports.next();
}
