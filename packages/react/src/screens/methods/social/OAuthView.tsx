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
  /** `leave` goes to the provider, `finish` is back from there, `gone` was sent there by the screen before. */
  readonly step: 'finish' | 'gone' | 'leave';
  readonly disableSignup?: boolean;
  /** Why it failed, once it did. */
  readonly error?: ServiceError;
}

export interface OAuthExits {
  verified: LoginResult;
  linked: AccountChange;
  failed: Failed<OAuthProps>;
  /** Another method, or none. */
  back: undefined;
}

/** Goes to a provider, or says what came of the visit there (OAUTH-05). */
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
    // What was proved at the provider is used up: it is proved again.
    onFailed: (failure) => exit('failed', { error: failure, again: { step: 'leave' } }),
  });
  // Each screen goes or finishes once; one that failed waits for the person.
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
