import { useState } from 'react';
import { passwordSaveTexts } from '../../../texts/generated/en/passwordSave.ts';
import { useTexts } from '../../../texts/index.ts';
import { Button, Icon, useCopy } from '../../../ui/index.ts';
import { Page } from '../../Page.tsx';
import { useSettings } from '../../services.ts';
import { RecoveryIcon } from '../RecoveryIcon.tsx';
import { downloadText } from './downloadText.ts';
import type { WizardStepProps } from './wizard.ts';

/** Step in which the user saves the password: copies it, downloads it or writes it down (RECO-08). */
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
            onClick={() =>
              downloadText(`${name}-privy-wallet-recovery.txt`, texts.file({ app: name, password }))
            }
          >
            <Icon name="download" />
            {texts.download}
          </Button>
        </div>
        {/* Screen readers do not announce a changed button label. */}
        <p className="hidden" role="status">
          {isCopied ? texts.copied : null}
        </p>
      </div>
    </Page>
  );
}
