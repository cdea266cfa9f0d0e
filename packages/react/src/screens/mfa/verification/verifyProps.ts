import type { FactorPurpose, MfaMethod } from '@latchkey/wire';
import type { LoginResult } from '../../../request.ts';

/** Prompt for a verification, the same on all its screens. */
export interface VerifyProps {
  /** The user's methods that the app accepts, at least one. */
  readonly methods: readonly MfaMethod[];
  /** Action that needs a verification of its own; absent if there is none, as at a login. */
  readonly purpose?: FactorPurpose;
  /** Login that requires the verification, if its terms were just accepted. */
  readonly afterTerms?: LoginResult;
}
