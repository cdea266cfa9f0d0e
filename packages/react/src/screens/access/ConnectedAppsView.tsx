import { type ConnectedApp, endConnectedApp, listConnectedApps } from '@latchkey/core';
import { connectedAppsTexts } from '../../texts/generated/en/connectedApps.ts';
import { useTexts } from '../../texts/index.ts';
import type { ViewProps } from '../screen.ts';
import { useServices, useSettings } from '../services.ts';
import { type AccessExits, AccessPage, type AccessProps, AccessRow, useAccess } from './access.tsx';

export function ConnectedAppsView({ exit }: ViewProps<AccessProps, AccessExits>) {
  const texts = useTexts('connectedApps', connectedAppsTexts);
  const { locale } = useSettings().intl;
  const { client } = useServices();
  const { items, run, status } = useAccess(exit, {
    load: () => listConnectedApps(client),
    end: (app: ConnectedApp) => endConnectedApp(client, app),
  });
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const rows = items?.map((app) => (
    <AccessRow
      busy={status === 'running'}
      key={app.id}
      name={app.requester.name}
      onEnd={() => run(app)}
      texts={texts}
    >
      {/*
       * Apps choose their own names, so an app could use the name of another one. The origin shows which app it is.
       */}
      <bdi>{app.requester.origin}</bdi>
      <br />
      {app.readOnly ? texts.read : texts.transact}
      <br />
      {texts.times({ since: format.format(app.createdAt), until: format.format(app.expiresAt) })}
      {app.usedAt ? (
        <>
          <br />
          {texts.used({ date: format.format(app.usedAt) })}
        </>
      ) : null}
    </AccessRow>
  ));
  const hint = items?.length === 0 ? texts.none : null;
  return <AccessPage hint={hint} rows={rows} status={status} texts={texts} />;
}
