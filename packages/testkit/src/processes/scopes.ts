/** Lifetime of something that tests start: a test, a file of tests, or the worker that runs them. */
export type Scope = 'test' | 'file' | 'worker';
/**
 * Ends something. It has ended when the promise resolves. When the process exits, only the synchronous part runs, so
 * that must suffice.
 */
type End = () => void | Promise<void>;

const ends: Record<Scope, Set<End>> = { test: new Set(), file: new Set(), worker: new Set() };
let scope: Scope = 'worker';

process.once('exit', () => {
  for (const end of [...ends.test, ...ends.file, ...ends.worker]) void end();
});

let isChild = false;

/**
 * Ends a worker when the process that started it is killed. Only for workers, which their parent ends: the listener
 * keeps the process alive until then.
 */
export function endWithParent(): void {
  if (isChild) return;
  isChild = true;
  process.once('disconnect', () => process.exit(1));
}

/** Returns the scope of what is started now, unless the caller names another one. */
export function currentScope(): Scope {
  return scope;
}

/**
 * Ends something with the running test, or with the file if no test runs, even if the test fails or times out.
 *
 * @param within - Scope, if it outlives the test that created it.
 * @returns a function to call if it has ended already: removes the registration
 */
export function endWithin(end: End, within: Scope = scope): () => void {
  ends[within].add(end);
  return () => void ends[within].delete(end);
}

/** Marks the start of a file of tests or of one of its tests (`setUp.ts`). */
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
