import { type Captcha, type CaptchaState, loadCaptcha } from '@latchkey/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useClientState } from '../useClientState.ts';
import { useStable } from '../useStable.ts';

export interface UseCaptcha extends CaptchaState {
  /** Starts the check. Headless logins that need a token start it by themselves. */
  execute(): void;
  /** Drops the token or the running check. */
  reset(): void;
  /**
   * Waits up to 20 s for the check that was started. Time in which the user must interact does not count.
   * @returns the token, or null if the app has no captcha
   * @throws ServiceError `captcha_timeout`, `captcha_failure`, or the error that prevented the check
   */
  waitForResult(): Promise<string | null>;
  /** Ref callback for an element. The widget appears in it if the user must interact. */
  place(element: HTMLElement | null): void;
}

const off: CaptchaState = { status: 'disabled', token: null, error: null, isAsking: false };
const waiting: CaptchaState = { status: 'ready', token: null, error: null, isAsking: false };
const subscribeNothing = () => () => undefined;

/**
 * Runs the app's captcha, for hosts with screens of their own. The modal does not need it.
 *
 * @example
 * ```tsx
 * const { status, place } = useCaptcha();
 * return <div ref={place}>{status === 'error' ? 'Please try again.' : null}</div>;
 * ```
 */
export function useCaptcha(): UseCaptcha {
  const result = useBindingResult();
  const isOn = useClientState().settings?.captchaEnabled ?? false;
  const [captcha, setCaptcha] = useState<Captcha | null>(null);
  const load = useStable(async () => loadCaptcha(bindingOf(result).client));

  useEffect(() => {
    let isHere = true;
    if (isOn) load().then((loaded) => isHere && setCaptcha(loaded), ignore);
    return () => {
      isHere = false;
    };
  }, [isOn, load]);

  const state = useSyncExternalStore(
    captcha?.subscribe ?? subscribeNothing,
    captcha?.getState ?? (() => (isOn ? waiting : off)),
    () => off,
  );
  return {
    ...state,
    execute: useStable(() => void load().then((it) => it.execute(), ignore)),
    reset: useStable(() => void load().then((it) => it.reset(), ignore)),
    waitForResult: useStable(async () => (await load()).waitForResult()),
    place: useStable((element) => void load().then((it) => it.setPlace(element), ignore)),
  };
}

function ignore(): void {}
