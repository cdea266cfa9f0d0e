import { transitionTable } from '../transitions.ts';

/** Loads the late transitions, for tests that need them. */
export async function loadLateTransitions(): Promise<void> {
  await transitionTable.late.load();
}
