import { startCall } from '../../captcha/useCaptchaStart.ts';
import type { CodeStarts } from '../../landing/typed.ts';
import { useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import type { MethodEntryProps } from '../methodScreens.ts';
import { PhoneField } from './PhoneField.tsx';

export function PhoneInput({ typed, badge, takesFocus, exit }: MethodEntryProps<CodeStarts>) {
  const services = useServices();
  const start = (phoneNumber: string) => services.codeLogins.sms.sendCode({ phoneNumber });
  const { run, status } = useTask({
    work: (recipient: string) => startCall(services, () => start(recipient)),
    onDone: (_, recipient) => exit('code-sent', { channel: 'sms', recipient }),
    onFailed(error, recipient) {
      const typed = { channel: 'sms', recipient } as const;
      const held = { call: () => start(recipient), exit: 'code-sent', payload: typed } as const;
      exit('failed', { error, again: { typed }, held });
    },
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
