import { loadTransitionsOf } from '../transitions.ts';

/** Brings the transitions that load with their screens, for tests that walk them as they are once they are there. */
export async function loadLateTransitions(): Promise<void> {
  await loadTransitionsOf('FUNDING_METHOD_SELECTION');
  await loadTransitionsOf('MFA_VERIFICATION_SCREEN');
  await loadTransitionsOf('RECOVERY_PASSKEYS_SCREEN');
}
