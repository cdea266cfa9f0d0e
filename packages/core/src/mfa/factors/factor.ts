import { fail, type MfaMethod, type PasskeyAssertion, type StartPasskeyFactorReply } from '@latchkey/wire';
import type { PageContext } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import type { ShownFactor } from '../../step-up/index.ts';

/**
 * One method of second factors, such as an authenticator app, as the client uses it. `list.ts` has a record for each
 * method.
 *
 * @typeParam Input arguments that start an enrolment
 * @typeParam Begun result of its start
 * @typeParam Proof arguments that complete it
 */
export interface FactorRecord<
  Input extends readonly unknown[] = never,
  Begun = unknown,
  Proof extends readonly unknown[] = never,
> {
  readonly init: (client: LatchkeyClient, ...input: Input) => Promise<Begun>;
  readonly submit: (client: LatchkeyClient, ...proof: Proof) => Promise<void>;
  /** Starts a verification, for example by sending a code. Absent if nothing has to start. */
  readonly start?: (client: LatchkeyClient) => Promise<StartPasskeyFactorReply | undefined>;
  /**
   * Checks the user's proof before anything is sent (MFA-30), and returns its fields of the frame's message.
   *
   * @throws ServiceError `invalid_data`
   */
  readonly toShown: (page: PageContext, given: string | PasskeyAssertion) => Omit<ShownFactor, 'mfaMethod'>;
  /** Removes the user's factors of the method. Absent if the frame removes them by the method's name. */
  readonly remove?: (client: LatchkeyClient) => Promise<void>;
}

export type FactorRecords = { readonly [Method in MfaMethod]: FactorRecord };

export function toShownCode(_page: PageContext, given: string | PasskeyAssertion): { mfaCode: string } {
  return typeof given === 'string'
    ? { mfaCode: given.trim() }
    : fail('invalid_data', { message: 'Invalid MFA code' });
}
