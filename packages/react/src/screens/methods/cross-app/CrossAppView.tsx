import {
  type AccountChange,
  type Confirmation,
  confirmWithCrossAppAccount,
  linkCrossAppAccount,
  loginWithCrossAppAccount,
  openCrossAppPopup,
} from '@latchkey/core';
import { type ConfirmationAct, crossAppProviderOf, errorTable, type ServiceError } from '@latchkey/wire';
import { useEffect, useRef } from 'react';
import type { LoginResult } from '../../../request.ts';
import { crossAppTexts } from '../../../texts/generated/en/crossApp.ts';
import { useTexts } from '../../../texts/index.ts';
import { Button } from '../../../ui/index.ts';
import { Buttons } from '../../Page.tsx';
import { StatusPage } from '../../StatusPage.tsx';
import type { Failed, ViewProps } from '../../screen.ts';
import { useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import { AppMark } from './AppMark.tsx';
import { useAppDetails } from './useAppDetails.ts';

export interface CrossAppProps {
  readonly appId: string;
  readonly act: 'confirm' | 'link' | 'login';
  /** Popup that was opened by the click; null if there is none, so another click is needed. */
  readonly popup: Window | null;
  /** True to admit only existing users. @default false */
  readonly disableSignup?: boolean;
  /** Operation that the login is confirmed for. */
  readonly confirms?: ConfirmationAct;
}

export interface CrossAppExits {
  verified: LoginResult;
  linked: AccountChange;
  confirmed: Confirmation;
  failed: Failed<CrossAppProps>;
  back: undefined;
}

/** Shows which app's popup is open, and the result (XAPP-21). */
export function CrossAppView({ props, exit }: ViewProps<CrossAppProps, CrossAppExits>) {
  const texts = useTexts('crossApp', crossAppTexts);
  const { client } = useServices();
  const { act, appId, confirms, disableSignup, popup } = props;
  const details = useAppDetails(appId);
  const known = details === 'unknown' ? null : details;
  const name = known?.name ?? texts.unnamed;
  const opened = useRef<Window | null>(null);
  const { run, status, error } = useTask({
    async work(window: Window | null) {
      opened.current = window;
      const visit = { appId, popup: window };
      if (act === 'link') return { change: await linkCrossAppAccount(client, visit) };
      if (act === 'confirm')
        return { confirmation: await confirmWithCrossAppAccount(client, { ...visit, act: confirms }) };
      return { login: await loginWithCrossAppAccount(client, { ...visit, disableSignup }) };
    },
    onDone(done) {
      if (done.login) exit('verified', { ...done.login, loginMethod: crossAppProviderOf(appId) });
      else if (done.change) exit('linked', done.change);
      else exit('confirmed', done.confirmation);
    },
    onFailed(failure) {
      // A new popup requires another click.
      exit('failed', { error: failure, again: { popup: null } });
    },
  });
  useEffect(() => {
    if (popup) run(popup);
  }, [popup, run]);
  // Closes the popup, because it must not log in a user who left.
  useEffect(() => () => opened.current?.close(), []);

  const press = () => run(openCrossAppPopup(client));
  const mark = <AppMark key={known?.logoUrl} logoUrl={known?.logoUrl} size={56} />;
  if (status === 'done')
    return (
      <StatusPage
        detail={texts.successDetail}
        mark={mark}
        state="done"
        title={texts.success({ app: name })}
      />
    );
  if (status === 'failed' && error) {
    const isRetryable = errorTable[error.code].retryable;
    return (
      <StatusPage
        actions={
          <Buttons>
            {isRetryable ? (
              <Button autoFocus onClick={press}>
                {texts.retry}
              </Button>
            ) : null}
            {act === 'link' ? null : (
              <Button
                autoFocus={!isRetryable}
                look={isRetryable ? 'plain' : 'primary'}
                onClick={() => exit('back')}
              >
                {texts.other}
              </Button>
            )}
          </Buttons>
        }
        detail={detailOf(error, texts)}
        mark={mark}
        state="failed"
        title={texts.failed}
      />
    );
  }
  if (status === 'idle' && !popup) {
    return (
      <StatusPage
        actions={
          <Button autoFocus onClick={press}>
            {texts.open({ app: name })}
          </Button>
        }
        detail={texts.readyDetail({ app: name })}
        mark={mark}
        title={texts.ready({ app: name })}
      />
    );
  }
  return (
    <StatusPage
      detail={texts.waitingDetail({ app: name })}
      mark={mark}
      state="busy"
      title={texts.waiting({ app: name })}
    />
  );
}

function detailOf({ code, details, message }: ServiceError, texts: typeof crossAppTexts): string {
  switch (code) {
    case 'oauth_user_denied':
      return details?.reason === 'closed' ? texts.closed : texts.denied;
    case 'client_request_timeout':
      return texts.timedOut;
    case 'not_supported':
      return texts.notConnected;
    case 'linked_to_another_user':
      return texts.taken;
    case 'too_many_requests':
      return texts.tooMany;
    case 'cannot_link_more_of_type':
      return message;
    default:
      return details?.reason === 'popup_blocked' ? texts.blocked : texts.wrong;
  }
}
