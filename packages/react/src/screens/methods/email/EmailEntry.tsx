import { isEmail } from '@latchkey/wire';
import { useState } from 'react';
import { Icon, TextField } from '../../../ui/index.ts';
import { useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import type { MethodEntryProps } from '../index.ts';

const texts = {
  label: 'Email address',
  placeholder: 'your@email.example',
  submit: 'Submit',
} as const;

/** The landing's row for e-mail: an address, and the arrow that asks for a code. */
export function EmailEntry({ email: typed, exit }: MethodEntryProps) {
  const { emailLogin } = useServices();
  const [email, setEmail] = useState(typed);
  const address = email.trim();
  const sendCode = useTask({
    work: () => emailLogin.sendCode({ email: address }),
    onDone: () => exit('code-sent', { email: address }),
    onFailed: (error) => exit('failed', { error, email: address }),
  });

  return (
    <TextField
      autoComplete="email"
      busy={sendCode.status === 'running'}
      canSubmit={isEmail(address)}
      icon={<Icon name="mail" />}
      label={texts.label}
      onChange={setEmail}
      onSubmit={sendCode.run}
      placeholder={texts.placeholder}
      submitLabel={texts.submit}
      type="email"
      value={email}
    />
  );
}
