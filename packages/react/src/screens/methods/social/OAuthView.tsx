import {
  type AccountChange,
  finishOAuth,
  initLinkWithOAuth,
  initLoginWithOAuth,
  type OAuthAct,
  type OAuthOutcome,
} from '@latchkey/core';
import type { OAuthProvider, ServiceError } from '@latchkey/wire';
import { useEffect } from 'react';
import type { LoginResult } from '../../../request.ts';
import { oauthTexts } from '../../../texts/generated/en/oauth.ts';
import { useTexts } from '../../../texts/index.ts';
import { Button } from '../../../ui/index.ts';
import { Buttons } from '../../Page.tsx';
import { StatusPage } from '../../StatusPage.tsx';
import type { Failed, ViewProps } from '../../screen.ts';
import { useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import { useBrandName } from './brandNames.ts';
import { oauthFailureOf } from './oauthTexts.ts';
import { usePageBack } from './usePageBack.ts';

export interface OAuthProps {
  readonly provider: OAuthProvider;
  readonly act: OAuthAct;
  /**
   * Step of the visit. `leave`: goes to the provider. `finish`: has returned from there. `gone`: the previous screen
   * has redirected the page.
   */
  readonly step: 'finish' | 'gone' | 'leave';
  readonly disableSignup?: boolean;
  /** Error of the visit, if it failed. */
  readonly error?: ServiceError;
}

export interface OAuthExits {
  verified: LoginResult;
  linked: AccountChange;
  failed: Failed<OAuthProps>;
  /** The user chooses another method, closes, or comes back with the browser's back button. */
  back: undefined;
}

/** Redirects to a provider, or shows the result of the visit there (OAUTH-05). */
export function OAuthView({ props, exit }: ViewProps<OAuthProps, OAuthExits>) {
  const texts = useTexts('oauth', oauthTexts);
  const { client } = useServices();
  const { provider, act, disableSignup = false, error, step } = props;
  const name = useBrandName(provider);
  const { run, status } = useTask({
    work: async (next: OAuthProps['step']): Promise<OAuthOutcome | null> => {
      if (next === 'finish') return finishOAuth(client);
      if (next === 'leave' && act === 'link') await initLinkWithOAuth(client, { provider });
      if (next === 'leave' && act === 'login') await initLoginWithOAuth(client, { provider, disableSignup });
      return null;
    },
    onDone(outcome) {
      if (outcome?.act === 'link') exit('linked', outcome.change);
      else if (outcome) exit('verified', { ...outcome.login, loginMethod: `${provider}_oauth` });
    },
    // The provider's code may be used up, so a retry visits the provider again.
    onFailed: (failure) => exit('failed', { error: failure, again: { step: 'leave' } }),
  });
  // After a failure, waits for the user.
  useEffect(() => {
    if (!error) run(step);
  }, [error, run, step]);
  usePageBack(() => exit('back'));

  const isAway = status === 'running' || (status === 'done' && step !== 'finish');
  if (error && status !== 'running' && status !== 'done') {
    const failure = oauthFailureOf(error, name, texts);
    return (
      <StatusPage
        actions={
          <Buttons>
            {failure.isRetryable ? (
              <Button autoFocus onClick={() => run('leave')}>
                {texts.retry}
              </Button>
            ) : null}
            <Button
              autoFocus={!failure.isRetryable}
              look={failure.isRetryable ? 'plain' : 'primary'}
              onClick={() => exit('back')}
            >
              {act === 'login' ? texts.other : texts.close}
            </Button>
          </Buttons>
        }
        detail={failure.detail}
        state="failed"
        title={failure.title}
      />
    );
  }
  if (status === 'done' && !isAway) {
    return <StatusPage detail={texts.successDetail} state="done" title={texts.success({ provider: name })} />;
  }
  const isLeaving = step !== 'finish' || error !== undefined;
  return (
    <StatusPage
      state="busy"
      title={isLeaving ? texts.leaving({ provider: name }) : texts.verifying({ provider: name })}
    />
  );
}
