import { loadRoadsOf } from '../roads.ts';

/** Brings the roads that load with their screens, for tests that walk them as they are once they are there. */
export async function bringLateRoads(): Promise<void> {
  await loadRoadsOf('FUNDING_METHOD_SELECTION');
  await loadRoadsOf('MFA_VERIFICATION_SCREEN');
  await loadRoadsOf('RECOVERY_PASSKEYS_SCREEN');
}
