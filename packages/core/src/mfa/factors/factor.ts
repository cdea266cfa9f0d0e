import { fail, type MfaMethod, type PasskeyAssertion, type StartPasskeyFactorReply } from '@latchkey/wire';
import type { PageContext } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import type { ShownFactor } from '../../step-up/index.ts';

/** A method of second factors in the client. `list.ts` has one record for each. */
export interface FactorRecord {
  /** Begins to verify, such as by sending a code. Absent if nothing has to begin. */
  readonly start?: (client: LatchkeyClient) => Promise<StartPasskeyFactorReply | undefined>;
  /** Reads what a person gave, before anything is sent (MFA-30). @throws ServiceError `invalid_data` */
  readonly toShown: (page: PageContext, given: string | PasskeyAssertion) => Omit<ShownFactor, 'mfaMethod'>;
  /** Removes the method. Absent if the frame removes it by its name. */
  readonly remove?: (client: LatchkeyClient) => Promise<void>;
}

/** The records of all methods. */
export type FactorRecords = { readonly [Method in MfaMethod]: FactorRecord };

/** Reads a code. @throws ServiceError `invalid_data` */
export function toShownCode(_page: PageContext, given: string | PasskeyAssertion): { mfaCode: string } {
  return typeof given === 'string'
    ? { mfaCode: given.trim() }
    : fail('invalid_data', { message: 'Invalid MFA code' });
}
