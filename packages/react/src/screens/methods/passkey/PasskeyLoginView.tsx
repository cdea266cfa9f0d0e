import { createPasskeyLogin } from '@latchkey/core/passkey';
import type { ErrorCode, ServiceError } from '@latchkey/wire';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { LoginResult } from '../../../flow/index.ts';
import { Button, Status, useTexts } from '../../../ui/index.ts';
import { errorTextOf, errorTexts } from '../../error/errorTexts.ts';
import type { ViewProps } from '../../screen.ts';
import { useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';

export type PasskeyLoginProps = Record<string, never>;

export interface PasskeyLoginExits {
  verified: LoginResult;
  /** Something that another try does not change. */
  failed: { error: ServiceError };
  back: undefined;
}

export const passkeyLoginTexts = {
  waiting: 'Waiting for your passkey',
  detail: 'Follow the prompt from your browser or device.',
  finishing: 'Logging in',
  done: 'Success!',
  retry: 'Retry',
} as const;

/** Refusals that have a screen of their own. */
const finalCodes: readonly ErrorCode[] = [
  'allowlist_rejected',
  'disallowed_login_method',
  'max_accounts_reached',
  'user_does_not_exist',
];

/** The wait while the browser's own dialog asks for a passkey, and what came of it (PASS-01, PASS-02). */
export function PasskeyLoginView({ exit }: ViewProps<PasskeyLoginProps, PasskeyLoginExits>) {
  const texts = useTexts('passkeyLogin', passkeyLoginTexts);
  const errors = useTexts('errors', errorTexts);
  const { client } = useServices();
  const [passkey] = useState(() => createPasskeyLogin(client));
  const isFinishing =
    useSyncExternalStore(passkey.subscribe, passkey.getState).status === 'submitting-response';
  const { run, status, error } = useTask({
    work: passkey.login,
    onDone: (login) => exit('verified', { ...login, loginMethod: 'passkey' }),
    onFailed: (failure) => finalCodes.includes(failure.code) && exit('failed', { error: failure }),
  });
  useEffect(run, [run]);
  useLeaving(passkey.reset);

  if (status === 'done') return <Wait state="done" title={texts.done} />;
  if (status !== 'failed' || !error)
    return <Wait detail={texts.detail} state="busy" title={isFinishing ? texts.finishing : texts.waiting} />;
  const { title, detail } = errorTextOf(error, errors);
  return (
    <div className="page">
      <Status detail={detail} state="failed" title={title} />
      <div className="page-end">
        <Button onClick={run}>{texts.retry}</Button>
      </div>
    </div>
  );
}

function Wait(props: { state: 'busy' | 'done'; title: string; detail?: string }) {
  return (
    <div className="page">
      <Status {...props} />
    </div>
  );
}

/** Calls back once the screen is left, so that nothing finishes behind the person's back; not when React mounts it twice. */
function useLeaving(onLeft: () => void): void {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      queueMicrotask(() => {
        if (!isHere.current) onLeft();
      });
    };
  }, [onLeft]);
}
