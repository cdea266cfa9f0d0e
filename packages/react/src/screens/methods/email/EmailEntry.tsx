import { isEmail } from '@latchkey/wire';
import { useState } from 'react';
import { EntryButton, Icon, TextField, useTexts } from '../../../ui/index.ts';
import { useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import type { MethodEntryProps } from '../index.ts';

export const emailTexts = {
  label: 'Email address',
  placeholder: 'your@email.example',
  submit: 'Submit',
  continueWith: 'Continue with Email',
} as const;

/** The landing's row for e-mail: an address and the arrow that asks for a code, or the button that opens them. */
export function EmailEntry(props: MethodEntryProps) {
  const texts = useTexts('email', emailTexts);
  if (props.isActive) return <EmailInput {...props} />;
  const { badge, onActivate } = props;
  return (
    <EntryButton badge={badge} icon={<Icon name="mail" />} label={texts.continueWith} onClick={onActivate} />
  );
}

function EmailInput({ typed, badge, takesFocus, exit }: MethodEntryProps) {
  const texts = useTexts('email', emailTexts);
  const emailLogin = useServices().codeLogins.email;
  const [email, setEmail] = useState(typed);
  const address = email.trim();
  const told = { channel: 'email', recipient: address } as const;
  const sendCode = useTask({
    work: () => emailLogin.sendCode({ email: address }),
    onDone: () => exit('code-sent', told),
    onFailed: (error) => exit('failed', { error, typed: told }),
  });

  return (
    <TextField
      autoComplete="email"
      badge={badge}
      busy={sendCode.status === 'running'}
      canSubmit={isEmail(address)}
      icon={<Icon name="mail" />}
      label={texts.label}
      onChange={setEmail}
      onSubmit={sendCode.run}
      placeholder={texts.placeholder}
      submitLabel={texts.submit}
      takesFocus={takesFocus}
      type="email"
      value={email}
    />
  );
}
