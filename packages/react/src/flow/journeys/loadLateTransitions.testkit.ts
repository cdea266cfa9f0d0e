import { lateTransitions } from '../lateTransitions.ts';

/** Loads the transitions that load with their screens, for tests that follow them. */
export async function loadLateTransitions(): Promise<void> {
  await Promise.all(Object.values(lateTransitions).map(({ load }) => load()));
}
