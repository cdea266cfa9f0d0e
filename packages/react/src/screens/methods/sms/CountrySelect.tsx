import { useMemo } from 'react';
import { countryTexts } from '../../../texts/generated/en/country.ts';
import { useTexts } from '../../../texts/index.ts';
import { Icon } from '../../../ui/index.ts';
import { useSettings } from '../../services.ts';
import type * as NumberingPlan from './numberingPlan.ts';

interface CountrySelectProps {
  country: string;
  /** Null until it is loaded. The country is shown, but cannot be changed before that. */
  plan: typeof NumberingPlan | null;
  disabled: boolean;
  onChange(country: string): void;
}

/**
 * Native select for the country of a phone number, which works with keyboards, screen readers and phones. It lies
 * invisible over a short label of the choice.
 */
export function CountrySelect({ country, plan, disabled, onChange }: CountrySelectProps) {
  const texts = useTexts('country', countryTexts);
  const { locale } = useSettings().intl;
  const countries = useMemo(() => plan?.listCountries(locale) ?? [], [plan, locale]);
  const chosen = countries.find(({ code }) => code === country);
  return (
    <span className="country">
      <span aria-hidden="true" className="country-mark">
        {country} {chosen?.callingCode}
        <Icon name="unfold" />
      </span>
      <select
        aria-label={texts.label}
        autoComplete="tel-country-code"
        disabled={disabled || !plan}
        onChange={(event) => onChange(event.currentTarget.value)}
        value={country}
      >
        {chosen ? null : <option value={country}>{country}</option>}
        {countries.map(({ code, name, callingCode }) => (
          <option key={code} value={code}>
            {name} ({callingCode})
          </option>
        ))}
      </select>
    </span>
  );
}
