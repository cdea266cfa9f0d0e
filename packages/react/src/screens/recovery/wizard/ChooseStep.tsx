import {
  findPasswordFlaw,
  generateRecoveryPassword,
  type PasswordFlaw,
  passwordStrengthOf,
} from '@latchkey/core';
import { useState } from 'react';
import { Button, useTexts } from '../../../ui/index.ts';
import { Buttons, Page } from '../../Page.tsx';
import { useServices, useSettings } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import { PasswordField } from '../password/PasswordField.tsx';
import { StrengthBar } from '../password/StrengthBar.tsx';
import { useUsername } from '../useUsername.ts';
import type { WizardStepProps } from './wizard.ts';

export const passwordCreateTexts = {
  title: 'Create a password',
  resetTitle: 'Choose a new password',
  detail: "You'll need it to open your wallet on another device.",
  label: 'Password',
  tooShort: (length: number) => `Password must be at least ${length} characters`,
  characters: (offenders: string) => `Invalid characters used ( ${offenders} )`,
  strength: 'Password strength',
  strengths: { Strong: 'Strong', Medium: 'Medium', Weak: 'Weak' },
  suggest: 'Suggest a password',
  next: 'Continue',
} as const;

/** Where the password is thought up (RECO-14 to RECO-21). */
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
        // A person who is still typing has made no mistake yet.
        error={flaw?.kind === 'characters' ? wordsOf(flaw, texts) : null}
        hint={flaw?.kind === 'too-short' ? wordsOf(flaw, texts) : null}
        // Another field, so that it shows what was suggested whatever was shown before.
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
    ? texts.tooShort(flaw.minLength)
    : texts.characters(flaw.offenders.join(' '));
}

const isReset = ({ task }: WizardStepProps['props']) =>
  task.act === 'set' && task.wallet.recoveryMethod === 'user-passcode';
