import { useState } from 'react';
import { passwordConfirmTexts } from '../../../texts/generated/en/passwordConfirm.ts';
import { useTexts } from '../../../texts/index.ts';
import { Button } from '../../../ui/index.ts';
import { Page } from '../../Page.tsx';
import { PasswordField } from '../password/PasswordField.tsx';
import { useUsername } from '../useUsername.ts';
import type { WizardStepProps } from './wizard.ts';

/** Step in which the user types the password again (RECO-22). */
export function ConfirmStep({ props: { password }, exit }: WizardStepProps) {
  const texts = useTexts('passwordConfirm', passwordConfirmTexts);
  const username = useUsername();
  const [typed, setTyped] = useState('');
  const [wasTried, setTried] = useState(false);
  // Reports a mistake as soon as the text can no longer become the password, or when it is submitted incomplete.
  const isWrong = !password.startsWith(typed) || (wasTried && typed !== password);

  return (
    <Page
      actions={
        <Button disabled={typed === ''} submits>
          {texts.next}
        </Button>
      }
      detail={texts.detail}
      onSubmit={() => {
        if (typed === password) exit('confirmed');
        else setTried(typed !== '');
      }}
      title={texts.title}
    >
      <PasswordField
        autoComplete="new-password"
        enterKeyHint="go"
        error={isWrong ? texts.mismatch : null}
        label={texts.label}
        onChange={(value) => {
          setTyped(value);
          setTried(false);
        }}
        username={username}
        value={typed}
      />
    </Page>
  );
}
