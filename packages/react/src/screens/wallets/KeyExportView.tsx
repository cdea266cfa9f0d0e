import { exportWallet } from '@latchkey/core';
import { useEffect, useRef } from 'react';
import { keyExportTexts } from '../../texts/generated/en/keyExport.ts';
import { useTexts } from '../../texts/index.ts';
import { Button, Icon } from '../../ui/index.ts';
import type { Entry } from '../entry.ts';
import { Page, PageHeading } from '../Page.tsx';
import type { Failed, ViewProps } from '../screen.ts';
import { useServices } from '../services.ts';
import { useTask } from '../useTask.ts';
import { readLook } from './readLook.ts';

export interface KeyExportProps {
  /** @default the user's Ethereum wallet */
  readonly address?: string;
  /** True if the user read the warning on an earlier visit of this screen. @default false */
  readonly isWarned?: boolean;
  /** Screen to return to. @default none: the export is all that was requested */
  readonly previous?: Entry;
}

export interface KeyExportExits {
  done: undefined;
  failed: Failed<KeyExportProps>;
  back: undefined;
}

/**
 * An attacker's script in the host page could read everything in the modal. So after a warning, an iframe on the
 * service's own origin shows the key.
 */
export function KeyExportView({ props, exit }: ViewProps<KeyExportProps, KeyExportExits>) {
  const texts = useTexts('keyExport', keyExportTexts);
  const { client } = useServices();
  const place = useRef<HTMLElement>(null);
  const { run, status } = useTask({
    async work() {
      const container = place.current;
      const { address } = props;
      if (container)
        await exportWallet(client, { container, ...readLook(container), ...(address ? { address } : {}) });
    },
    onFailed: (error) => exit('failed', { error, again: { isWarned: true } }),
  });
  const { isWarned } = props;
  useEffect(() => {
    if (isWarned) run();
  }, [isWarned, run]);
  const isShown = status === 'done';

  return (
    <Page
      actions={
        isShown ? (
          <Button look="secondary" onClick={() => exit('done')}>
            {texts.done}
          </Button>
        ) : (
          <Button busy={status === 'running'} look="danger" onClick={run}>
            {texts.confirm}
          </Button>
        )
      }
    >
      <PageHeading title={texts.title} detail={texts.detail} />
      {isShown ? null : (
        <ul className="warnings">
          {Object.values(texts.warnings).map((warning) => (
            <li key={warning}>
              <Icon name="info" />
              {warning}
            </li>
          ))}
        </ul>
      )}
      <section aria-label={texts.page} className="export" data-shown={isShown || undefined} ref={place} />
    </Page>
  );
}
