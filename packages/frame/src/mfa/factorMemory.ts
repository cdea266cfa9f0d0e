import type { FactorPurpose } from '@latchkey/wire';
import type { Caller } from '../custody/sessions.ts';
import { createDeadline } from '../deadline.ts';

/** Memory of second factors between two messages. It permits nothing: the service decides. */
export interface FactorMemory {
  /** Records that the service permits an act that requires a fresh verification, for some seconds. */
  noteFresh(caller: Caller, purpose: FactorPurpose | undefined, seconds: number): void;
  /** Returns true if the service may still permit an act with this purpose. */
  isFresh(caller: Caller, purpose: FactorPurpose | undefined): boolean;
  spendFresh(): void;
  /** Stores the id of an authenticator app's enrolment, which the wallet's signature names. */
  keepEnrolment(caller: Caller, id: string): void;
  findEnrolment(caller: Caller): string | null;
  clear(): void;
}

/** Creates an empty memory. @param now returns Unix milliseconds */
export function createFactorMemory(now: () => number): FactorMemory {
  let fresh: readonly [sessionId: string, purpose: FactorPurpose | undefined] | null = null;
  const freshTime = createDeadline(spendFresh, now);
  let enrolment: readonly [sessionId: string, id: string] | null = null;
  function spendFresh(): void {
    freshTime.set(null);
    fresh = null;
  }
  return {
    noteFresh({ sessionId }, purpose, seconds) {
      fresh = [sessionId, purpose];
      freshTime.set(seconds * 1000);
    },
    isFresh({ sessionId }, purpose) {
      freshTime.check();
      return fresh?.[0] === sessionId && fresh[1] === purpose;
    },
    spendFresh,
    keepEnrolment({ sessionId }, id) {
      enrolment = [sessionId, id];
    },
    findEnrolment: ({ sessionId }) => (enrolment?.[0] === sessionId ? enrolment[1] : null),
    clear() {
      spendFresh();
      enrolment = null;
    },
  };
}
