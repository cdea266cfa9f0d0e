import { transitionTable } from '../transitions.ts';

/** Loads the transitions that load late, for tests that follow them. */
export async function loadLateTransitions(): Promise<void> {
  await transitionTable.late.load();
}
