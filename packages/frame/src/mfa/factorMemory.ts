import type { FactorPurpose } from '@latchkey/wire';
import type { Caller } from '../custody/sessions.ts';
import { createDeadline } from '../deadline.ts';

/** What the frame remembers of second factors between two messages. None of it opens anything: the service decides. */
export interface FactorMemory {
  /** Notes that one act that asks anew is permitted, for some seconds. */
  noteFresh(caller: Caller, purpose: FactorPurpose | undefined, seconds: number): void;
  /** Whether it is, for that purpose, as far as the frame knows. */
  isFresh(caller: Caller, purpose: FactorPurpose | undefined): boolean;
  /** Forgets it, once an act has used it up. */
  spendFresh(): void;
  /** Keeps the id of an authenticator app that is being enrolled, which the wallet's signature names. */
  keepEnrolment(caller: Caller, id: string): void;
  findEnrolment(caller: Caller): string | null;
  clear(): void;
}

/** Makes an empty memory. @param now Unix milliseconds */
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
