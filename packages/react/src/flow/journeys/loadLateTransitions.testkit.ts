import { transitionTable } from '../transitions.ts';

export async function loadLateTransitions(): Promise<void> {
  await transitionTable.late.load();
}
