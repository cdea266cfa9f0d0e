import { type Captcha, type CaptchaState, loadCaptcha } from '@latchkey/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useClientState } from '../useClientState.ts';
import { useStable } from '../useStable.ts';

export interface UseCaptcha extends CaptchaState {
  /** Begins the check; the headless logins do it by themselves when they send a code. */
  execute(): void;
  /** Drops the token, or the check under way. */
  reset(): void;
  /**
   * Waits up to 20 s for the check that was begun.
   * @returns the token, or null where the app has no captcha
   * @throws ServiceError `captcha_timeout`, `captcha_failure`
   */
  waitForResult(): Promise<string | null>;
  /** Give it to an element as `ref`: there a widget shows itself when it needs the person. */
  place(element: HTMLElement | null): void;
}

const off: CaptchaState = { status: 'disabled', token: null, error: null, isAsking: false };
const waiting: CaptchaState = { status: 'ready', token: null, error: null, isAsking: false };
const subscribeNothing = () => () => undefined;

/**
 * The app's captcha, for hosts with screens of their own; the modal needs none of this.
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

/** Code that cannot be loaded now is loaded by the next call; `waitForResult` tells of it. */
function ignore(): void {}
