import { createPasskeyLogin } from '@latchkey/core';
import type { ErrorCode, ServiceError } from '@latchkey/wire';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { LoginResult } from '../../../request.ts';
import { errorsTexts } from '../../../texts/generated/en/errors.ts';
import { passkeyLoginTexts } from '../../../texts/generated/en/passkeyLogin.ts';
import { useTexts } from '../../../texts/index.ts';
import { Button } from '../../../ui/index.ts';
import { errorTextOf } from '../../error/errorTexts.ts';
import { StatusPage } from '../../StatusPage.tsx';
import type { ViewProps } from '../../screen.ts';
import { useServices, useSettings } from '../../services.ts';
import { useLeaving } from '../../useLeaving.ts';
import { useTask } from '../../useTask.ts';

/** Use of the passkey: it logs in, or is created together with an account. */
export type PasskeyAct = 'log-in' | 'sign-up';

export interface PasskeyLoginProps {
  readonly act: PasskeyAct;
  /** True to admit only existing users. @default false */
  readonly disableSignup?: boolean;
}

export interface PasskeyLoginExits {
  verified: LoginResult;
  /** Error that another try would not change. */
  failed: { error: ServiceError };
  /** The user has no passkey here, and creates one together with an account. */
  'sign-up': undefined;
  back: undefined;
}

/** Errors that another try would not change. */
const finalCodes: readonly ErrorCode[] = [
  'allowlist_rejected',
  'disallowed_login_method',
  'max_accounts_reached',
  'passkey_not_supported',
  'user_does_not_exist',
];

/** Errors after which sign-up may be offered: the user may have no passkey, or one of a deleted account. */
const newcomerCodes: readonly ErrorCode[] = ['invalid_credentials', 'passkey_not_allowed'];

/**
 * Shows the wait for the browser's passkey dialog, and its result (PASS-01, PASS-02). A browser reports a dismissed
 * dialog and a missing passkey alike. So if the app and the request allow sign-up with a passkey, both results offer
 * it.
 */
export function PasskeyLoginView(view: ViewProps<PasskeyLoginProps, PasskeyLoginExits>) {
  return <PasskeyCeremony {...view} key={view.props.act} />;
}

function PasskeyCeremony({ props, exit }: ViewProps<PasskeyLoginProps, PasskeyLoginExits>) {
  const isSignUp = props.act === 'sign-up';
  const texts = useTexts('passkeyLogin', passkeyLoginTexts);
  const errors = useTexts('errors', errorsTexts);
  const { client } = useServices();
  const { loginConfig } = useSettings();
  const [passkey] = useState(() => createPasskeyLogin(client));
  const isFinishing =
    useSyncExternalStore(passkey.subscribe, passkey.getState).status === 'submitting-response';
  const { run, status, error } = useTask({
    work: isSignUp ? passkey.signUp : passkey.login,
    onDone: (login) => exit('verified', { ...login, loginMethod: 'passkey' }),
    onFailed: (failure) => finalCodes.includes(failure.code) && exit('failed', { error: failure }),
  });
  useEffect(run, [run]);
  useLeaving(passkey.reset);

  if (status === 'done') return <StatusPage state="done" title={texts.done} />;
  if (status !== 'failed' || !error) {
    const finishing = isSignUp ? texts.creating : texts.finishing;
    return <StatusPage detail={texts.detail} state="busy" title={isFinishing ? finishing : texts.waiting} />;
  }
  const maySignUp = !isSignUp && loginConfig.passkeySignUp && props.disableSignup !== true;
  const { title, detail } = errorTextOf(error, errors);
  return (
    <StatusPage
      actions={
        <>
          <Button onClick={run}>{texts.retry}</Button>
          {maySignUp && newcomerCodes.includes(error.code) ? (
            <p className="center">
              <button className="link" onClick={() => exit('sign-up')} type="button">
                {texts.signUp}
              </button>
            </p>
          ) : null}
        </>
      }
      detail={detail}
      state="failed"
      title={title}
    />
  );
}
