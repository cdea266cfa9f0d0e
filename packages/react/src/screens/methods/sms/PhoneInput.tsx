import { useState } from 'react';
import { TextField, useTexts } from '../../../ui/index.ts';
import { useServices, useSettings } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import type { MethodEntryProps } from '../index.ts';
import { CountrySelect } from './CountrySelect.tsx';
import { useDigitCaret } from './useDigitCaret.ts';
import { useNumberingPlan } from './useNumberingPlan.ts';

export const phoneInputTexts = {
  label: 'Phone number',
  submit: 'Submit',
} as const;

/** A phone number: its country, its digits as that country writes them, and the arrow that asks for a code (L§2). */
export function PhoneInput({ typed, badge, takesFocus, exit }: MethodEntryProps) {
  const texts = useTexts('phoneInput', phoneInputTexts);
  const smsLogin = useServices().codeLogins.sms;
  const { defaultCountry } = useSettings().intl;
  const plan = useNumberingPlan();
  const [number, setNumber] = useState<{ country: string; text: string }>();
  const { ref, keepDigit } = useDigitCaret();

  // What a person comes back to was sent with its calling code, which is read once the plans are there.
  const shown = number ?? plan?.findCountry(typed) ?? { country: defaultCountry, text: '' };
  const value = plan?.readNumber(shown.text, shown.country) ?? null;
  const told = { channel: 'sms', recipient: value?.qualifiedPhoneNumber ?? '' } as const;
  const sendCode = useTask({
    work: () => smsLogin.sendCode({ phoneNumber: told.recipient }),
    onDone: () => exit('code-sent', told),
    onFailed: (error) => exit('failed', { error, typed: told }),
  });

  function change(text: string, input: HTMLInputElement): void {
    const pasted = plan?.findCountry(text);
    if (!pasted) keepDigit(input);
    setNumber(pasted ?? { ...shown, text: plan?.formatNumber(text, shown.country) ?? text });
  }

  return (
    <TextField
      autoComplete="tel"
      badge={badge}
      busy={sendCode.status === 'running'}
      canSubmit={value?.isValid === true}
      icon={
        <CountrySelect
          country={shown.country}
          disabled={sendCode.status === 'running'}
          // Another country's number is another number (L§4).
          onChange={(country) => setNumber({ country, text: '' })}
          plan={plan}
        />
      }
      inputRef={ref}
      label={texts.label}
      onChange={change}
      onSubmit={sendCode.run}
      placeholder={plan?.exampleOf(shown.country) ?? ''}
      submitLabel={texts.submit}
      takesFocus={takesFocus}
      type="tel"
      value={shown.text}
    />
  );
}
