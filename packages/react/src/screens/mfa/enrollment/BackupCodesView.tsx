import { createBackupCodes } from '@latchkey/core';
import { useEffect, useRef, useState } from 'react';
import { mfaBackupCodesTexts } from '../../../texts/generated/en/mfaBackupCodes.ts';
import { useTexts } from '../../../texts/index.ts';
import { Button, Icon, useCopy, useSheet } from '../../../ui/index.ts';
import { Page } from '../../Page.tsx';
import { downloadText } from '../../recovery/wizard/downloadText.ts';
import type { Failed, ViewProps } from '../../screen.ts';
import { useServices, useSettings } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import { mfaCss } from '../mfa.css.ts';

export interface BackupCodesProps {
  /** True if the user has earlier codes, which become invalid. */
  readonly isRenewal: boolean;
}

export interface BackupCodesExits {
  saved: undefined;
  failed: Failed<BackupCodesProps>;
}

/** Shows new backup codes, for a user who later loses a factor. */
export function BackupCodesView({
  props: { isRenewal },
  exit,
}: ViewProps<BackupCodesProps, BackupCodesExits>) {
  const texts = useTexts('mfaBackupCodes', mfaBackupCodesTexts);
  const { client } = useServices();
  const place = useRef<HTMLDivElement>(null);
  useSheet(place, mfaCss);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { run } = useTask({
    work: () => createBackupCodes(client),
    onDone: setCodes,
    onFailed: (error) => exit('failed', { error }),
  });
  useEffect(run, [run]);
  return (
    <Page
      actions={
        <Button disabled={!codes} onClick={() => exit('saved')}>
          {texts.saved}
        </Button>
      }
      detail={isRenewal ? `${texts.detail} ${texts.renewed}` : texts.detail}
      pageRef={place}
      title={texts.title}
    >
      <ol aria-label={texts.list} className="codes">
        {codes?.map((code) => (
          <li key={code} translate="no">
            {code}
          </li>
        ))}
      </ol>
      <Keep codes={codes ?? []} />
    </Page>
  );
}

function Keep({ codes }: { codes: readonly string[] }) {
  const texts = useTexts('mfaBackupCodes', mfaBackupCodesTexts);
  const { name } = useSettings();
  const [isCopied, copy] = useCopy();
  const text = codes.join('\n');
  const disabled = codes.length === 0;
  return (
    <div className="row">
      <Button disabled={disabled} look="secondary" onClick={() => copy(text)}>
        <Icon name={isCopied ? 'check' : 'copy'} />
        {isCopied ? texts.copied : texts.copy}
      </Button>
      <Button
        disabled={disabled}
        look="secondary"
        onClick={() => downloadText(`${name}-backup-codes.txt`, texts.file({ app: name, codes: text }))}
      >
        <Icon name="download" />
        {texts.download}
      </Button>
      {/* Screen readers do not announce a button again when its name changes. */}
      <p className="hidden" role="status">
        {isCopied ? texts.copied : null}
      </p>
    </div>
  );
}
