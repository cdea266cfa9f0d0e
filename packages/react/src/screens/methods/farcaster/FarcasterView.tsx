import { type AccountChange, type Confirmation, modalWait } from '@latchkey/core';
import { type ConfirmationAct, errorTable, type ServiceError } from '@latchkey/wire';
import { useEffect, useSyncExternalStore } from 'react';
import type { LoginResult } from '../../../request.ts';
import { farcasterTexts } from '../../../texts/generated/en/farcaster.ts';
import { useTexts } from '../../../texts/index.ts';
import { Button } from '../../../ui/index.ts';
import { notPassed } from '../../captcha/useCaptchaStart.ts';
import { StatusPage } from '../../StatusPage.tsx';
import type { Failed, ViewProps } from '../../screen.ts';
import { useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import { Approval } from './Approval.tsx';
import { farcasterFlowsOf } from './flows.ts';

export interface FarcasterProps {
  readonly act: 'confirm' | 'login' | 'link';
  /** Operation that the login is confirmed for. */
  readonly confirms?: ConfirmationAct;
  /** True to admit only existing users. @default false */
  readonly disableSignup?: boolean;
  /** True to wait for a click before it starts, such as after a cancelled captcha. @default false */
  readonly isPaused?: boolean;
}

export interface FarcasterExits {
  verified: LoginResult;
  linked: AccountChange;
  confirmed: Confirmation;
  failed: Failed<FarcasterProps, FarcasterExits>;
  /** The channel is open. */
  opened: undefined;
  back: undefined;
}

/**
 * Shows a QR code or, on a phone, a link that opens the Farcaster app, and waits for the approval (FARC-02, FARC-03).
 */
export function FarcasterView({ props, exit }: ViewProps<FarcasterProps, FarcasterExits>) {
  const texts = useTexts('farcaster', farcasterTexts);
  const { captcha, client } = useServices();
  const { act, disableSignup = false, isPaused = false } = props;
  const flows = farcasterFlowsOf(client);
  const flow = flows[act];
  const { connectUri, status: step } = useSyncExternalStore(flow.subscribe, flow.getState);
  const { run, status, error } = useTask({
    async work() {
      // The landing screen or the captcha screen may have opened the channel. If not, it opens here.
      if (flow.getState().connectUri === null) await flow.open();
      if (act === 'login') return { login: await flows.login.finish({ disableSignup }, modalWait) };
      if (act === 'link') return { change: await flows.link.finish(undefined, modalWait) };
      return { confirmation: await flows.confirm.finish(props.confirms, modalWait) };
    },
    onDone(done) {
      if (done.login) exit('verified', { ...done.login, loginMethod: 'farcaster' });
      else if (done.change) exit('linked', done.change);
      else exit('confirmed', done.confirmation);
    },
    onFailed: (failure) => exit('failed', { error: failure }),
  });

  useEffect(() => {
    if (isPaused) return;
    const { status: check } = captcha.getState();
    const isCaptchaDue = act === 'link' && check !== 'disabled' && check !== 'success';
    if (!isCaptchaDue || flow.getState().connectUri !== null) return run();
    const held = { call: flow.open, exit: 'opened', payload: undefined } as const;
    exit('failed', { error: notPassed(), again: { isPaused: true }, held });
  }, [act, captcha, exit, flow, isPaused, run]);
  // Stops polling, because a user who left must not be logged in.
  useEffect(() => () => flow.reset(), [flow]);

  if (error || (isPaused && status === 'idle')) {
    const isRetryable = !error || errorTable[error.code].retryable;
    return (
      <StatusPage
        {...(error ? { detail: detailOf(error, texts) } : {})}
        actions={
          isRetryable ? (
            <Button autoFocus onClick={run}>
              {texts.retry}
            </Button>
          ) : act !== 'link' ? (
            <Button autoFocus onClick={() => exit('back')}>
              {texts.other}
            </Button>
          ) : null
        }
        state="failed"
        title={texts.failed}
      />
    );
  }
  if (connectUri !== null) {
    return <Approval texts={texts} title={act === 'link' ? texts.linkTitle : texts.title} uri={connectUri} />;
  }
  if (status === 'done') {
    return <StatusPage detail={texts.successDetail} state="done" title={texts.success} />;
  }
  return <StatusPage state="busy" title={step === 'submitting' ? texts.verifying : texts.opening} />;
}

function detailOf({ code, message }: ServiceError, texts: typeof farcasterTexts): string {
  if (code === 'client_request_timeout') return texts.timedOut;
  if (code === 'linked_to_another_user') return texts.taken;
  if (code === 'too_many_requests') return texts.tooMany;
  return code === 'cannot_link_more_of_type' ? message : texts.wrong;
}
