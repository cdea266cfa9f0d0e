/**
 * Worker processes of one command (LATCHKEY_WORKERS): the primary starts, restarts and replaces them, and passes
 * their counts of calls and their metrics on to each other. Owns no data; uses no other module. `http` and `metrics`
 * join the other workers. The processes themselves are made in `startWorkers.ts` and `startWorker.ts`.
 */
export { createExchange, type Exchange } from './createExchange.ts';
export { createSupervisor, type WorkerEnd, type WorkerProcess } from './createSupervisor.ts';
export { joinWorkers } from './joinWorkers.ts';
export type { ProcessChannel, ToPrimary, ToWorker } from './messages.ts';
export { alone, type Workers } from './workers.ts';
