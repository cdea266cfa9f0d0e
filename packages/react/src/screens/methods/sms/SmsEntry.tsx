import { smsTexts } from '../../../texts/generated/en/sms.ts';
import { useTexts } from '../../../texts/index.ts';
import { EntryButton, Icon } from '../../../ui/index.ts';
import type { CodeStarts } from '../../landing/typed.ts';
import type { MethodEntryProps } from '../methodScreens.ts';
import { PhoneInput } from './PhoneInput.tsx';

export function SmsEntry(props: MethodEntryProps<CodeStarts>) {
  const texts = useTexts('sms', smsTexts);
  if (props.isActive) return <PhoneInput {...props} />;
  const { badge, onActivate } = props;
  return (
    <EntryButton badge={badge} icon={<Icon name="phone" />} label={texts.continueWith} onClick={onActivate} />
  );
}
