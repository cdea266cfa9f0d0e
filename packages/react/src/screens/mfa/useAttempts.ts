import { errorIndicatesMfaVerificationFailed } from '@latchkey/core';
import { isCode, limits, ServiceError } from '@latchkey/wire';
import { useCallback, useEffect, useRef, useState } from 'react';

export interface Attempts {
  /** Reason why the screen accepts no more codes; null while it accepts them. */
  readonly ended: ServiceError | null;
  /** Counts a refused code, and ends the attempts after too many. */
  note(error: ServiceError): void;
}

/**
 * Counts wrong codes and the time (MFA-23, MFA-24, MFA-27), to inform the user. Does not stop an attacker, who can call
 * the service directly; the service has its own limits.
 *
 * @param onEnd called with the reason when the attempts or the time are used up
 */
export function useAttempts(onEnd: (error: ServiceError) => void): Attempts {
  const [ended, setEnded] = useState<ServiceError | null>(null);
  const wrong = useRef(0);
  const tell = useRef(onEnd);
  tell.current = onEnd;

  const end = useCallback((error: ServiceError) => {
    setEnded((before) => before ?? error);
    tell.current(error);
  }, []);

  useEffect(() => {
    if (ended) return;
    const timer = setTimeout(() => end(new ServiceError('mfa_timeout')), limits.factorWaitMs);
    return () => clearTimeout(timer);
  }, [ended, end]);

  const note = useCallback(
    (error: ServiceError) => {
      if (errorIndicatesMfaVerificationFailed(error)) wrong.current += 1;
      const isOver = wrong.current >= limits.factorTries;
      if (isOver || isCode(error, 'mfa_verification_max_attempts_reached'))
        end(new ServiceError('mfa_verification_max_attempts_reached'));
    },
    [end],
  );
  return { ended, note };
}
