import { endOtherSessions, endSession, listSessions } from '@latchkey/core';
import type { ActiveSession } from '@latchkey/wire';
import { useState } from 'react';
import { Button, useTexts } from '../../ui/index.ts';
import type { ViewProps } from '../screen.ts';
import { useServices, useSettings } from '../services.ts';
import { type AccessExits, AccessPage, type AccessProps, AccessRow, useAccess } from './access.tsx';

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
export function SessionsView({ exit }: ViewProps<AccessProps, AccessExits>) {
  const texts = useTexts('sessions', sessionsTexts);
  const { locale } = useSettings().intl;
  const { client } = useServices();
  const { items, run, status } = useAccess(exit, {
    load: () => listSessions(client),
    end: (named: ActiveSession | null) => (named ? endSession(client, named) : endOtherSessions(client)),
  });
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const nameOf = ({ browser, os }: ActiveSession) =>
    browser && os ? texts.browser(browser, os) : (browser ?? os ?? texts.unknown);
  const isBusy = status === 'running';
  const rows = items?.map((session) => (
    <AccessRow
      busy={isBusy}
      fixed={session.isCurrent ? texts.current : null}
      key={session.id}
      name={nameOf(session)}
      onEnd={() => run(session)}
      texts={texts}
    >
      {texts.times(format.format(session.startedAt), format.format(session.lastUsedAt))}
    </AccessRow>
  ));
  return (
    <AccessPage rows={rows} status={status} texts={texts}>
      <EndOthers
        busy={isBusy}
        disabled={!items?.some(({ isCurrent }) => !isCurrent)}
        onEnd={() => run(null)}
      />
    </AccessPage>
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
