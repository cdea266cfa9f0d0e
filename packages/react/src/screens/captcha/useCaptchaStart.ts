import { ServiceError } from '@latchkey/wire';
import { useEffect, useSyncExternalStore } from 'react';
import { timings } from '../../timings.ts';
import { type Services, useServices } from '../services.ts';

/** Begins the captcha half a second after it is ready (CAPT-08), while the screen is one that may. */
export function useCaptchaStart(isOn: boolean): void {
  const { captcha } = useServices();
  const isDue = useSyncExternalStore(captcha.subscribe, captcha.getState).status === 'ready' && isOn;
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(captcha.execute, timings.captchaStartMs);
    return () => clearTimeout(timer);
  }, [captcha, isDue]);
}

/** What the service would answer to a call that carries no captcha's token. */
export const notPassed = () => new ServiceError('invalid_captcha', { details: { reason: 'not_passed' } });

/**
 * Makes a call that carries a captcha's token; not where none was passed, for the service would refuse it.
 *
 * @throws ServiceError `invalid_captcha`, and the codes of the call
 */
export async function startCall<Result>(services: Services, call: () => Promise<Result>): Promise<Result> {
  if (isCaptchaDue(services)) throw notPassed();
  return call();
}

/** Whether a login goes to the captcha first: the app has one, none was passed, only a guest is signed in (CAPT-05). */
export function isCaptchaDue({ captcha, client }: Services): boolean {
  const { status } = captcha.getState();
  const { authenticated, user } = client.getState();
  return status !== 'disabled' && status !== 'success' && (!authenticated || user?.isGuest === true);
}
