import { useState } from 'react';
import { Button, Icon, useCopy, useTexts } from '../../../ui/index.ts';
import { Page } from '../../Page.tsx';
import { useSettings } from '../../services.ts';
import { RecoveryIcon } from '../RecoveryIcon.tsx';
import { downloadText } from './downloadText.ts';
import type { WizardStepProps } from './wizard.ts';

export const passwordSaveTexts = {
  title: 'Save your password',
  detail: "We can't recover it for you. Keep it in a password manager or another safe place.",
  password: 'Your password',
  show: 'Show password',
  hide: 'Hide password',
  copy: 'Copy',
  copied: 'Copied',
  download: 'Download',
  next: 'Continue',
  /** What the downloaded file says. */
  file: (app: string, password: string) =>
    `Your ${app} wallet recovery password, created with Latchkey:\n\n${password}\n\nKeep this file where only you can read it.\n`,
} as const;

/** Where the password is kept for later: by copy, by file, or by the eye (RECO-08). */
export function SaveStep({ props: { password }, exit }: WizardStepProps) {
  const texts = useTexts('passwordSave', passwordSaveTexts);
  const { name } = useSettings();
  const [isShown, setShown] = useState(false);
  const [isCopied, copy] = useCopy();

  return (
    <Page
      actions={
        <Button autoFocus onClick={() => exit('saved')}>
          {texts.next}
        </Button>
      }
      detail={texts.detail}
      title={texts.title}
    >
      <div className="stack">
        <div className="secret">
          <span className="hidden">{texts.password}: </span>
          <bdi data-password translate="no">
            {isShown ? password : '•'.repeat(12)}
          </bdi>
          <button
            aria-label={isShown ? texts.hide : texts.show}
            aria-pressed={isShown}
            className="icon-button"
            onClick={() => setShown(!isShown)}
            type="button"
          >
            <RecoveryIcon name={isShown ? 'eye-off' : 'eye'} />
          </button>
        </div>
        <div className="row">
          <Button look="secondary" onClick={() => copy(password)}>
            <Icon name={isCopied ? 'check' : 'copy'} />
            {isCopied ? texts.copied : texts.copy}
          </Button>
          <Button
            look="secondary"
            onClick={() => downloadText(`${name}-privy-wallet-recovery.txt`, texts.file(name, password))}
          >
            <Icon name="download" />
            {texts.download}
          </Button>
        </div>
        {/* What a button is called is not read again when it changes. */}
        <p className="hidden" role="status">
          {isCopied ? texts.copied : null}
        </p>
      </div>
    </Page>
  );
}
