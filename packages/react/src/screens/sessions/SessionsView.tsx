import { endOtherSessions, endSession, listSessions } from '@latchkey/core/login';
import type { ActiveSession } from '@latchkey/wire';
import { useEffect, useState } from 'react';
import { Button, Title, useTexts } from '../../ui/index.ts';
import type { Failed, ViewProps } from '../screen.ts';
import { useServices, useSettings } from '../services.ts';
import { useTask } from '../useTask.ts';

export type SessionsProps = Record<string, never>;

export interface SessionsExits {
  ended: undefined;
  'not-ended': Failed<SessionsProps>;
  /** The service cannot say where a user is logged in. */
  failed: Failed<SessionsProps>;
}

export const sessionsTexts = {
  title: "Where you're logged in",
  detail: "Log out of browsers you don't recognize or no longer use.",
  browser: (browser: string, system: string) => `${browser} on ${system}`,
  unknown: 'Unknown browser',
  times: (started: string, used: string) => `Since ${started}, last used ${used}`,
  current: 'This browser',
  end: 'Log out',
  confirm: 'Yes, log out',
  endOthers: 'Log out everywhere else',
  confirmOthers: 'Yes, log out everywhere else',
  done: 'Logged out.',
  failed: 'Something went wrong. Try again.',
} as const;

/** Where the person is logged in: lists the sessions, ends one or all others. */
export function SessionsView({ exit }: ViewProps<SessionsProps, SessionsExits>) {
  const texts = useTexts('sessions', sessionsTexts);
  const { client } = useServices();
  const [sessions, setSessions] = useState<readonly ActiveSession[] | null>(null);
  const { run: list } = useTask({
    work: () => listSessions(client),
    onDone: setSessions,
    onFailed: (error) => exit('failed', { error }),
  });
  useEffect(list, [list]);
  const { run, status } = useTask({
    work: async (named: ActiveSession | null) => {
      await (named ? endSession(client, named) : endOtherSessions(client));
    },
    onDone() {
      exit('ended');
      list();
    },
    onFailed(error) {
      exit('not-ended', { error });
      list(); // one that ended meanwhile stands there no more
    },
  });
  const isBusy = status === 'running';
  const isAlone = !sessions?.some(({ isCurrent }) => !isCurrent);
  return (
    <div className="page">
      <div className="group">
        <div className="heading">
          <Title>{texts.title}</Title>
          <p className="muted">{texts.detail}</p>
        </div>
        <ul className="documents entries">
          {sessions?.map((session) => (
            <Row busy={isBusy} key={session.id} onEnd={run} session={session} />
          ))}
        </ul>
      </div>
      <div className="page-end">
        <p className={status === 'failed' ? 'field-error center' : 'field-hint center'} role="status">
          {status === 'failed' ? texts.failed : status === 'done' ? texts.done : null}
        </p>
        <EndOthers busy={isBusy} disabled={isAlone} onEnd={() => run(null)} />
      </div>
    </div>
  );
}

interface RowProps {
  readonly session: ActiveSession;
  readonly busy: boolean;
  onEnd(session: ActiveSession): void;
}

/** One session. To end it takes two presses: someone has to log in again there. */
function Row({ session, busy, onEnd }: RowProps) {
  const texts = useTexts('sessions', sessionsTexts);
  const { locale } = useSettings().intl;
  const [isAsked, setAsked] = useState(false);
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const { browser, os, isCurrent, startedAt, lastUsedAt } = session;
  const name = browser && os ? texts.browser(browser, os) : (browser ?? os ?? texts.unknown);
  const action = isAsked ? texts.confirm : texts.end;
  return (
    <li className="document two-lines">
      <bdi>{name}</bdi>
      {isCurrent ? (
        <span className="muted">{texts.current}</span>
      ) : (
        <button
          aria-label={`${action}: ${name}`}
          className="link"
          disabled={busy}
          onBlur={() => setAsked(false)}
          onClick={() => (isAsked ? onEnd(session) : setAsked(true))}
          type="button"
        >
          {action}
        </button>
      )}
      <span className="muted wide">{texts.times(format.format(startedAt), format.format(lastUsedAt))}</span>
    </li>
  );
}

function EndOthers({ busy, disabled, onEnd }: { busy: boolean; disabled: boolean; onEnd(): void }) {
  const texts = useTexts('sessions', sessionsTexts);
  const [isAsked, setAsked] = useState(false);
  const press = () => {
    setAsked(!isAsked);
    if (isAsked) onEnd();
  };
  return (
    <Button busy={busy} disabled={disabled} onClick={press}>
      {isAsked && !disabled ? texts.confirmOthers : texts.endOthers}
    </Button>
  );
}
