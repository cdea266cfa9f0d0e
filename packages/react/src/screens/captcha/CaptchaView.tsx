import type { ServiceError } from '@latchkey/wire';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { captchaTexts } from '../../texts/generated/en/captcha.ts';
import { useTexts } from '../../texts/index.ts';
import { timings } from '../../timings.ts';
import { Button, Status } from '../../ui/index.ts';
import { Page } from '../Page.tsx';
import type { ViewProps } from '../screen.ts';
import { useServices } from '../services.ts';
import { useTask } from '../useTask.ts';
import { useCaptchaStart } from './useCaptchaStart.ts';

export interface CaptchaProps {
  /** Call that waits for the captcha (CAPT-05). */
  readonly start: () => Promise<unknown>;
  /** True if the call needs a click, for example because it opens a popup. @default false */
  readonly needsClick?: boolean;
}

export interface CaptchaExits {
  passed: undefined;
  failed: { error: ServiceError };
  back: undefined;
}

/** Maximum number of retries (CAPT-11). */
const mostRetries = 3;

/** Waits for the captcha that a refused call needs, and then makes the call (CAPT-05). */
export function CaptchaView({ props, exit }: ViewProps<CaptchaProps, CaptchaExits>) {
  const texts = useTexts('captcha', captchaTexts);
  const { captcha } = useServices();
  const { status, error } = useSyncExternalStore(captcha.subscribe, captcha.getState);
  const [retries, setRetries] = useState(0);
  const isHeld = useHold(retries);
  const call = useTask({
    work: props.start,
    onDone: () => exit('passed'),
    onFailed: (failure) => exit('failed', { error: failure }),
  });
  const hasBegun = call.status !== 'idle';
  const isPassed = hasBegun || (!isHeld && (status === 'success' || status === 'disabled'));
  const isFailed = !isPassed && !isHeld && status === 'error';
  const isNotPassed = isFailed && error?.code === 'captcha_failure';

  // Resets a captcha that failed before this screen was opened.
  useEffect(() => {
    if (captcha.getState().status === 'error') captcha.reset();
  }, [captcha]);
  useCaptchaStart(!hasBegun);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each retry waits anew; the result is read from the captcha's state.
  useEffect(() => void captcha.waitForResult().catch(() => undefined), [captcha, retries]);

  // An error other than a failed check leaves this screen (CAPT-16).
  useEffect(() => {
    if (isFailed && !isNotPassed && error) exit('failed', { error });
  }, [isFailed, isNotPassed, error, exit]);

  const { run } = call;
  const goesOn = isPassed && !hasBegun && !props.needsClick;
  useEffect(() => {
    if (!goesOn) return;
    const timer = setTimeout(run, timings.captchaContinueMs);
    return () => clearTimeout(timer);
  }, [goesOn, run]);

  function retry(): void {
    setRetries(retries + 1);
    captcha.reset();
    captcha.execute();
  }

  return (
    <Page
      actions={
        <>
          {isPassed && props.needsClick ? (
            <Button busy={hasBegun} onClick={run}>
              {texts.continue}
            </Button>
          ) : null}
          {isNotPassed && retries < mostRetries ? <Button onClick={retry}>{texts.retry}</Button> : null}
        </>
      }
    >
      {isPassed ? (
        <Status detail={texts.passed} state="done" title={texts.success} />
      ) : isNotPassed ? (
        <Status
          detail={retries < mostRetries ? texts.notPassed : texts.exhausted}
          state="failed"
          title={texts.failed}
        />
      ) : (
        <Status state="busy" title={texts.checking} />
      )}
      <slot name="captcha" />
    </Page>
  );
}

/** Returns true for the first second of each try, so a quick result does not flash (CAPT-12). */
function useHold(retries: number): boolean {
  const [over, setOver] = useState(-1);
  useEffect(() => {
    const timer = setTimeout(() => setOver(retries), timings.captchaHoldMs);
    return () => clearTimeout(timer);
  }, [retries]);
  return over !== retries;
}
