import { useState } from 'react';
import { phoneInputTexts } from '../../../texts/generated/en/phoneInput.ts';
import { useTexts } from '../../../texts/index.ts';
import { TextField } from '../../../ui/index.ts';
import { useSettings } from '../../services.ts';
import { type RecipientFieldProps, RecipientProblem } from '../email/EmailField.tsx';
import { CountrySelect } from './CountrySelect.tsx';
import { useDigitCaret } from './useDigitCaret.ts';
import { useNumberingPlan } from './useNumberingPlan.ts';

export function PhoneField({ typed, busy, takesFocus = false, badge, onSubmit }: RecipientFieldProps) {
  const texts = useTexts('phoneInput', phoneInputTexts);
  const { defaultCountry } = useSettings().intl;
  const plan = useNumberingPlan();
  const [number, setNumber] = useState<{ country: string; text: string }>();
  const { ref, keepDigit } = useDigitCaret();

  // A number that comes back from another screen includes its calling code, which is parsed once the plans are
  // loaded.
  const shown = number ?? plan?.findCountry(typed) ?? { country: defaultCountry, text: '' };
  const value = plan?.readNumber(shown.text, shown.country) ?? null;

  function change(text: string, input: HTMLInputElement): void {
    const pasted = plan?.findCountry(text);
    if (!pasted) keepDigit(input);
    setNumber(pasted ?? { ...shown, text: plan?.formatNumber(text, shown.country) ?? text });
  }

  return (
    <TextField
      autoComplete="tel"
      badge={badge}
      busy={busy}
      canSubmit={value?.isValid === true}
      icon={
        <CountrySelect
          country={shown.country}
          disabled={busy}
          onChange={(country) => setNumber({ country, text: '' })}
          plan={plan}
        />
      }
      inputRef={ref}
      label={texts.label}
      onChange={change}
      onSubmit={() => onSubmit(value?.qualifiedPhoneNumber ?? '')}
      problem={<RecipientProblem />}
      placeholder={plan?.exampleOf(shown.country) ?? ''}
      submitLabel={texts.submit}
      takesFocus={takesFocus}
      type="tel"
      value={shown.text}
    />
  );
}
