/**
 * Starts everything on loopback: the service with its embedded database, the sandbox with the demo, and the hosted
 * pages, each as a process. Owns the choice of ports. Uses the built programs of the packages `server` and `sandbox`.
 * The command `start` and `npm start` use it.
 */
export { programFile } from './programFiles.ts';
export { type StartAllInput, startAll } from './startAll.ts';
