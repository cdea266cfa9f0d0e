import { type ConnectedApp, endConnectedApp, listConnectedApps } from '@latchkey/core/startup';
import { useEffect, useState } from 'react';
import { Title, useTexts } from '../../ui/index.ts';
import type { Failed, ViewProps } from '../screen.ts';
import { useServices, useSettings } from '../services.ts';
import { useTask } from '../useTask.ts';

export type ConnectedAppsProps = Record<string, never>;

export interface ConnectedAppsExits {
  ended: undefined;
  'not-ended': Failed<ConnectedAppsProps>;
  /** The service cannot say which apps are connected. */
  failed: Failed<ConnectedAppsProps>;
}

export const connectedAppsTexts = {
  title: 'Connected apps',
  detail: "Disconnect apps you don't recognize or no longer use.",
  none: 'No app is connected to your wallet.',
  read: 'Sees your wallet addresses',
  transact: 'Asks you to sign',
  times: (since: string, until: string) => `Since ${since}, until ${until}`,
  used: (date: string) => `Last used ${date}`,
  end: 'Disconnect',
  confirm: 'Yes, disconnect',
  done: 'Disconnected.',
  failed: 'Something went wrong. Try again.',
} as const;

/** The apps that may use the person's wallets: lists them, and ends a connection. */
export function ConnectedAppsView({ exit }: ViewProps<ConnectedAppsProps, ConnectedAppsExits>) {
  const texts = useTexts('connectedApps', connectedAppsTexts);
  const { client } = useServices();
  const [apps, setApps] = useState<readonly ConnectedApp[] | null>(null);
  const { run: list } = useTask({
    work: () => listConnectedApps(client),
    onDone: setApps,
    onFailed: (error) => exit('failed', { error }),
  });
  useEffect(list, [list]);
  const { run, status } = useTask({
    work: (app: ConnectedApp) => endConnectedApp(client, app),
    onDone() {
      exit('ended');
      list();
    },
    onFailed(error) {
      exit('not-ended', { error });
      list(); // one that ended meanwhile stands there no more
    },
  });
  const said = status === 'failed' ? texts.failed : status === 'done' ? texts.done : null;
  return (
    <div className="page">
      <div className="group">
        <div className="heading">
          <Title>{texts.title}</Title>
          <p className="muted">{texts.detail}</p>
        </div>
        <ul className="documents entries">
          {apps?.map((app) => (
            <Row app={app} busy={status === 'running'} key={app.id} onEnd={run} />
          ))}
        </ul>
      </div>
      <div className="page-end">
        <p className={status === 'failed' ? 'field-error center' : 'field-hint center'} role="status">
          {said ?? (apps?.length === 0 ? texts.none : null)}
        </p>
      </div>
    </div>
  );
}

interface RowProps {
  readonly app: ConnectedApp;
  readonly busy: boolean;
  onEnd(app: ConnectedApp): void;
}

/** One app. To end its connection takes two presses: it would have to be agreed to anew. */
function Row({ app, busy, onEnd }: RowProps) {
  const texts = useTexts('connectedApps', connectedAppsTexts);
  const { locale } = useSettings().intl;
  const [isAsked, setAsked] = useState(false);
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const { createdAt, expiresAt, readOnly, requester, usedAt } = app;
  const action = isAsked ? texts.confirm : texts.end;
  return (
    <li className="document two-lines">
      <bdi>{requester.name}</bdi>
      <button
        aria-label={`${action}: ${requester.name}`}
        className="link"
        disabled={busy}
        onBlur={() => setAsked(false)}
        onClick={() => (isAsked ? onEnd(app) : setAsked(true))}
        type="button"
      >
        {action}
      </button>
      <span className="muted wide">
        {/* Names are the apps' own to choose: the origin tells two of one name apart. */}
        <bdi>{requester.origin}</bdi>
        <br />
        {readOnly ? texts.read : texts.transact}
        <br />
        {texts.times(format.format(createdAt), format.format(expiresAt))}
        {usedAt ? (
          <>
            <br />
            {texts.used(format.format(usedAt))}
          </>
        ) : null}
      </span>
    </li>
  );
}
