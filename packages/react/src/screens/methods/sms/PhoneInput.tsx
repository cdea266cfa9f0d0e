import { useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import type { MethodEntryProps } from '../index.ts';
import { PhoneField } from './PhoneField.tsx';

/** The landing's phone number: asks for a code to log in with. */
export function PhoneInput({ typed, badge, takesFocus, exit }: MethodEntryProps) {
  const smsLogin = useServices().codeLogins.sms;
  const { run, status } = useTask({
    work: (phoneNumber: string) => smsLogin.sendCode({ phoneNumber }),
    onDone: (_, recipient) => exit('code-sent', { channel: 'sms', recipient }),
    onFailed: (error, recipient) => exit('failed', { error, typed: { channel: 'sms', recipient } }),
  });
  return (
    <PhoneField
      badge={badge}
      busy={status === 'running'}
      onSubmit={run}
      takesFocus={takesFocus}
      typed={typed}
    />
  );
}
