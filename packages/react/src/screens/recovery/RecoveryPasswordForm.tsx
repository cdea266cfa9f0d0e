import type { ServiceError } from '@latchkey/wire';
import { type ReactNode, useState } from 'react';
import { recoveryErrorsTexts } from '../../texts/generated/en/recoveryErrors.ts';
import { useTexts } from '../../texts/index.ts';
import { Button } from '../../ui/index.ts';
import { Page } from '../Page.tsx';
import { failureOf } from './failureOf.ts';
import { PasswordField } from './password/PasswordField.tsx';
import { useUsername } from './useUsername.ts';
import { useWorkNote } from './useWorkNote.ts';

interface RecoveryPasswordFormProps {
  readonly texts: Readonly<Record<'title' | 'detail' | 'label' | 'submit' | 'working', string>>;
  readonly busy: boolean;
  readonly error: ServiceError | null;
  readonly children?: ReactNode;
  readonly end?: ReactNode;
  onSubmit(password: string): void;
}

export function RecoveryPasswordForm(props: RecoveryPasswordFormProps) {
  const { texts, busy, error, children, end, onSubmit } = props;
  const errors = useTexts('recoveryErrors', recoveryErrorsTexts);
  const username = useUsername();
  const note = useWorkNote(busy, texts.working);
  const [password, setPassword] = useState('');
  return (
    <Page
      actions={
        <>
          <Button busy={busy} disabled={password === ''} submits>
            {texts.submit}
          </Button>
          {end}
        </>
      }
      detail={texts.detail}
      onSubmit={() => {
        if (password !== '') onSubmit(password);
      }}
      title={texts.title}
    >
      <PasswordField
        autoComplete="current-password"
        busy={busy}
        enterKeyHint="go"
        error={error && failureOf(error, errors)}
        hint={note}
        label={texts.label}
        onChange={setPassword}
        username={username}
        value={password}
      />
      {children}
    </Page>
  );
}
