import { ServiceError } from '@latchkey/wire';
import { useEffect, useSyncExternalStore } from 'react';
import { timings } from '../../timings.ts';
import { type Services, useServices } from '../services.ts';

/** Starts the captcha half a second after it is ready (CAPT-08), if the screen may start it. */
export function useCaptchaStart(isOn: boolean): void {
  const { captcha } = useServices();
  const isDue = useSyncExternalStore(captcha.subscribe, captcha.getState).status === 'ready' && isOn;
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(captcha.execute, timings.captchaStartMs);
    return () => clearTimeout(timer);
  }, [captcha, isDue]);
}

/** Returns the error of a call that was not sent because the captcha is not passed yet. */
export const notPassed = () => new ServiceError('invalid_captcha', { details: { reason: 'not_passed' } });

/**
 * Makes a call that sends a captcha token. If a captcha is due, throws instead.
 *
 * @throws ServiceError `invalid_captcha`, and the codes of the call
 */
export async function startCall<Result>(services: Services, call: () => Promise<Result>): Promise<Result> {
  if (isCaptchaDue(services)) throw notPassed();
  return call();
}

/**
 * Returns true if a login must pass the captcha first: the app has one, it was not passed, and nobody or only a guest
 * is signed in (CAPT-05).
 */
export function isCaptchaDue({ captcha, client }: Services): boolean {
  const { status } = captcha.getState();
  const { authenticated, user } = client.getState();
  return status !== 'disabled' && status !== 'success' && (!authenticated || user?.isGuest === true);
}
