import { type FundingScreen, fundingTransitions } from './fundingTransitions.ts';
import { type MfaScreen, mfaTransitions } from './mfaTransitions.ts';
import { type RecoveryScreen, recoveryTransitions } from './recoveryTransitions.ts';
import type { Transitions } from './transition.ts';

/** Screen whose transitions do not load with the modal. */
export type LateScreen = FundingScreen | MfaScreen | RecoveryScreen;

/** Transitions of screens that most users never see. They load when the first of these screens appears. */
export const lateTransitions: Pick<Transitions, LateScreen> = {
  ...fundingTransitions,
  ...mfaTransitions,
  ...recoveryTransitions,
};
