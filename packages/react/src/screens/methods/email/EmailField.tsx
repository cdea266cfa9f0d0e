import { isEmail, readTypedEmail } from '@latchkey/wire';
import { useState } from 'react';
import { emailTexts } from '../../../texts/generated/en/email.ts';
import { useTexts } from '../../../texts/index.ts';
import { Icon, lazyView, TextField } from '../../../ui/index.ts';
import { useSettings } from '../../services.ts';

export interface RecipientFieldProps {
  /** Text that was typed before, or an empty string. */
  readonly typed: string;
  readonly busy: boolean;
  /** True if the input takes the focus when it appears. @default false: the screen's focus rule decides */
  readonly takesFocus?: boolean;
  readonly badge?: string | undefined;
  /** Called with a valid address or number. */
  onSubmit(recipient: string): void;
}

export const RecipientProblem = lazyView(
  async () => (await import('./RecipientProblem.tsx')).RecipientProblem,
);

export function EmailField({ typed, busy, takesFocus = false, badge, onSubmit }: RecipientFieldProps) {
  const texts = useTexts('email', emailTexts);
  const { loginMethods } = useSettings();
  const hasPasskey = loginMethods.some((method) => method === 'passkey');
  const [email, setEmail] = useState(typed);
  const address = readTypedEmail(email);
  return (
    <TextField
      // If the app has passkeys, the browser offers them together with the email addresses that it has saved.
      autoComplete={hasPasskey ? 'email webauthn' : 'email'}
      badge={badge}
      busy={busy}
      canSubmit={isEmail(address)}
      icon={<Icon name="mail" />}
      label={texts.label}
      onChange={setEmail}
      onSubmit={() => onSubmit(address)}
      problem={<RecipientProblem email={address} />}
      placeholder={texts.placeholder}
      submitLabel={texts.submit}
      takesFocus={takesFocus}
      type="email"
      value={email}
    />
  );
}
