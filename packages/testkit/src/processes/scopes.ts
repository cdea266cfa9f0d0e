/** The life of something that tests start: a test, a file of tests, or the worker that runs them. */
export type Scope = 'test' | 'file' | 'worker';
/** Ends something, at the latest when its promise resolves. What it does before it first waits must do when the process ends. */
type End = () => void | Promise<void>;

const ends: Record<Scope, Set<End>> = { test: new Set(), file: new Set(), worker: new Set() };
let scope: Scope = 'worker';

process.once('exit', () => {
  for (const end of [...ends.test, ...ends.file, ...ends.worker]) void end();
});

let isChild = false;

/** Ends a worker when the process that started it is killed. Only for workers: listening keeps any other process alive. */
export function endWithParent(): void {
  if (isChild) return;
  isChild = true;
  process.once('disconnect', () => process.exit(1));
}

/** The scope of what is started now, unless the caller names another one. */
export function currentScope(): Scope {
  return scope;
}

/**
 * Ends something with the running test, or with the file if no test runs, even if that fails or times out.
 *
 * @param within - Where it outlives the test that made it.
 * @returns forgets it, because it has ended
 */
export function endWithin(end: End, within: Scope = scope): () => void {
  ends[within].add(end);
  return () => void ends[within].delete(end);
}

/** Tells that a file of tests or one of its tests begins (`setUp.ts`). */
export function beginScope(begun: 'test' | 'file'): void {
  scope = begun;
}

/** Ends what is left of the file of tests or of one of its tests. */
export async function endScope(ended: 'test' | 'file'): Promise<void> {
  scope = ended === 'test' ? 'file' : 'worker';
  const left = [...ends[ended]];
  ends[ended].clear();
  await Promise.allSettled(left.map((end) => end()));
}
