import { createPorts, type Ports } from './createPorts.ts';

// Processes that start together often have neighbouring ids, so they start with different blocks.
let ports: Ports | undefined;

/**
 * Returns a port for a program that must know its address before it starts, or that restarts on the same one. A port
 * that the system chose could go to another test process in the meantime.
 */
export function freePort(): Promise<number> {
  ports ??= createPorts(process.pid);
  return ports.next();
}
