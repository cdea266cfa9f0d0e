import { isCaptchaDue } from '../../captcha/useCaptchaStart.ts';
import { useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import type { MethodEntryProps } from '../index.ts';
import { PhoneField } from './PhoneField.tsx';

/** The landing's phone number: asks for a code to log in with. */
export function PhoneInput({ typed, badge, takesFocus, exit }: MethodEntryProps) {
  const services = useServices();
  const start = (phoneNumber: string) => services.codeLogins.sms.sendCode({ phoneNumber });
  const { run, status } = useTask({
    work: start,
    onDone: (_, recipient) => exit('code-sent', { channel: 'sms', recipient }),
    onFailed: (error, recipient) => exit('failed', { error, typed: { channel: 'sms', recipient } }),
  });
  function submit(recipient: string): void {
    const typed = { channel: 'sms', recipient } as const;
    if (isCaptchaDue(services)) exit('captcha', { start: () => start(recipient), typed });
    else run(recipient);
  }
  return (
    <PhoneField
      badge={badge}
      busy={status === 'running'}
      onSubmit={submit}
      takesFocus={takesFocus}
      typed={typed}
    />
  );
}
