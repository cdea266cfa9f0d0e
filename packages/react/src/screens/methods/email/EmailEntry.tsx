import { emailTexts } from '../../../texts/generated/en/email.ts';
import { useTexts } from '../../../texts/index.ts';
import { EntryButton, Icon } from '../../../ui/index.ts';
import { startCall } from '../../captcha/useCaptchaStart.ts';
import type { CodeStarts } from '../../landing/typed.ts';
import { useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import type { MethodEntryProps } from '../methodScreens.ts';
import { EmailField } from './EmailField.tsx';

export function EmailEntry(props: MethodEntryProps<CodeStarts>) {
  const texts = useTexts('email', emailTexts);
  if (props.isActive) return <EmailInput {...props} />;
  const { badge, onActivate } = props;
  return (
    <EntryButton badge={badge} icon={<Icon name="mail" />} label={texts.continueWith} onClick={onActivate} />
  );
}

function EmailInput({ typed, badge, takesFocus, exit }: MethodEntryProps<CodeStarts>) {
  const services = useServices();
  const start = (email: string) => services.codeLogins.email.sendCode({ email });
  const { run, status } = useTask({
    work: (recipient: string) => startCall(services, () => start(recipient)),
    onDone: (_, recipient) => exit('code-sent', { channel: 'email', recipient }),
    onFailed(error, recipient) {
      const typed = { channel: 'email', recipient } as const;
      const held = { call: () => start(recipient), exit: 'code-sent', payload: typed } as const;
      exit('failed', { error, again: { typed }, held });
    },
  });
  return (
    <EmailField
      badge={badge}
      busy={status === 'running'}
      onSubmit={run}
      takesFocus={takesFocus}
      typed={typed}
    />
  );
}
