import type { FactorPurpose, MfaMethod } from '@latchkey/wire';
import type { LoginResult } from '../../../request.ts';

/** What a person is asked to verify, the same on every screen on the way. */
export interface VerifyProps {
  /** Their methods that would do, one at least. */
  readonly methods: readonly MfaMethod[];
  /** The one act that it is for; absent where the wallet is only to be opened. */
  readonly purpose?: FactorPurpose;
  /** The login that it is for, where the terms were accepted on its way. */
  readonly afterTerms?: LoginResult;
}
