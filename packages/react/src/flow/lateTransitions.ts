import { type FundingScreen, fundingTransitions } from './fundingTransitions.ts';
import { type MfaScreen, mfaTransitions } from './mfaTransitions.ts';
import { type RecoveryScreen, recoveryTransitions } from './recoveryTransitions.ts';
import type { Transitions } from './transition.ts';

export type LateScreen = FundingScreen | MfaScreen | RecoveryScreen;

/** Transitions that load when the first of these screens appears. */
export const lateTransitions: Pick<Transitions, LateScreen> = {
  ...fundingTransitions,
  ...mfaTransitions,
  ...recoveryTransitions,
};
