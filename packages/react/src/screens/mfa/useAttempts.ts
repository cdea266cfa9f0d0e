import { errorIndicatesMfaVerificationFailed } from '@latchkey/core';
import { isCode, limits, ServiceError } from '@latchkey/wire';
import { useCallback, useEffect, useRef, useState } from 'react';

/** What is left of the codes that a person may try, and of the time for them. */
export interface Attempts {
  /** Why no more code is taken until the modal is closed; null as long as one is. */
  readonly ended: ServiceError | null;
  /** Counts a code that was refused. */
  note(error: ServiceError): void;
}

/**
 * Counts wrong codes, and the time (MFA-23, MFA-24, MFA-27). The service counts them too, over every window and client; this
 * is what the person is told.
 *
 * @param onEnd hears why it is over, as the one who asked will hear it
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
