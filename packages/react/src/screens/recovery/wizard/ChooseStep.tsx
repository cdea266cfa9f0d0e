import {
  findPasswordFlaw,
  generateRecoveryPassword,
  type PasswordFlaw,
  passwordStrengthOf,
} from '@latchkey/core';
import { useState } from 'react';
import { passwordCreateTexts } from '../../../texts/generated/en/passwordCreate.ts';
import { useTexts } from '../../../texts/index.ts';
import { Button } from '../../../ui/index.ts';
import { Buttons, Page } from '../../Page.tsx';
import { useServices, useSettings } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import { PasswordField } from '../password/PasswordField.tsx';
import { StrengthBar } from '../password/StrengthBar.tsx';
import { useUsername } from '../useUsername.ts';
import type { WizardStepProps } from './wizard.ts';

/** Step in which the user chooses the password (RECO-14 to RECO-21). */
export function ChooseStep({ props, exit }: WizardStepProps) {
  const texts = useTexts('passwordCreate', passwordCreateTexts);
  const { client } = useServices();
  const username = useUsername();
  const minLength = useSettings().embeddedWallets.recoveryPasswordMinLength;
  const [password, setPassword] = useState(props.password);
  const [isSuggested, setSuggested] = useState(false);
  const suggest = useTask({
    work: () => generateRecoveryPassword(client),
    onDone(suggested) {
      setPassword(suggested);
      setSuggested(true);
    },
  });
  const flaw = password === '' ? null : findPasswordFlaw(password, minLength);
  const strength = passwordStrengthOf(password, minLength);
  const isGood = password !== '' && !flaw;

  return (
    <Page
      actions={
        <Buttons>
          <Button disabled={!isGood} submits>
            {texts.next}
          </Button>
          <Button busy={suggest.status === 'running'} look="plain" onClick={suggest.run}>
            {texts.suggest}
          </Button>
        </Buttons>
      }
      detail={texts.detail}
      onSubmit={() => {
        if (isGood) exit('chosen', { password });
      }}
      title={isReset(props) ? texts.resetTitle : texts.title}
    >
      <PasswordField
        autoComplete="new-password"
        enterKeyHint="next"
        // A password that is too short gets a hint, not an error, because the user may still be typing.
        error={flaw?.kind === 'characters' ? wordsOf(flaw, texts) : null}
        hint={flaw?.kind === 'too-short' ? wordsOf(flaw, texts) : null}
        // A new field for a generated password, which is visible even if the user had hidden the typed one.
        key={isSuggested ? 'suggested' : 'typed'}
        label={texts.label}
        onChange={setPassword}
        shown={isSuggested}
        username={username}
        value={password}
      >
        <StrengthBar
          label={texts.strengths[strength]}
          level={password === '' ? 0 : levels[strength]}
          title={texts.strength}
        />
      </PasswordField>
    </Page>
  );
}

const levels = { Weak: 1, Medium: 2, Strong: 3 } as const;

function wordsOf(flaw: PasswordFlaw, texts: typeof passwordCreateTexts): string {
  return flaw.kind === 'too-short'
    ? texts.tooShort({ length: flaw.minLength })
    : texts.characters({ offenders: flaw.offenders.join(' ') });
}

const isReset = ({ task }: WizardStepProps['props']) =>
  task.act === 'set' && task.wallet.recoveryMethod === 'user-passcode';
