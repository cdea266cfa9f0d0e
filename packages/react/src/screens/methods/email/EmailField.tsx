import { isEmail, readTypedEmail } from '@latchkey/wire';
import { useState } from 'react';
import { emailTexts } from '../../../texts/generated/en/email.ts';
import { useTexts } from '../../../texts/index.ts';
import { Icon, lazyView, TextField } from '../../../ui/index.ts';
import { useSettings } from '../../services.ts';

export interface RecipientFieldProps {
  /** What was typed before, or nothing. */
  readonly typed: string;
  readonly busy: boolean;
  /** Whether the input takes the focus as it appears. @default false: the screen's focus rule decides */
  readonly takesFocus?: boolean;
  /** A word at the row's end, such as 'Recent'. */
  readonly badge?: string | undefined;
  /** Called with an address or number that is one. */
  onSubmit(recipient: string): void;
}

export const RecipientProblem = lazyView(
  async () => (await import('./RecipientProblem.tsx')).RecipientProblem,
);

/** An e-mail address, and the arrow that asks for a code. */
export function EmailField({ typed, busy, takesFocus = false, badge, onSubmit }: RecipientFieldProps) {
  const texts = useTexts('email', emailTexts);
  const { loginMethods } = useSettings();
  const hasPasskey = loginMethods.some((method) => method === 'passkey');
  const [email, setEmail] = useState(typed);
  const address = readTypedEmail(email);
  return (
    <TextField
      // Where passkeys are offered, the browser shows them among its addresses.
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
