import { endOtherSessions, endSession, listSessions } from '@latchkey/core';
import type { ActiveSession } from '@latchkey/wire';
import { useState } from 'react';
import { sessionsTexts } from '../../texts/generated/en/sessions.ts';
import { useTexts } from '../../texts/index.ts';
import { Button } from '../../ui/index.ts';
import type { ViewProps } from '../screen.ts';
import { useServices, useSettings } from '../services.ts';
import { type AccessExits, AccessPage, type AccessProps, AccessRow, useAccess } from './access.tsx';

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
    browser && os ? texts.browser({ browser, system: os }) : (browser ?? os ?? texts.unknown);
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
      {texts.times({ started: format.format(session.startedAt), used: format.format(session.lastUsedAt) })}
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
