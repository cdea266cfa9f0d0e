import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LegalNote } from './LegalNote.tsx';

const terms = 'https://tidewater.example/terms';
const privacy = 'https://tidewater.example/privacy';

/** The footer as a person reads it, and where its links lead; null where there is none. */
function show(
  termsAndConditionsUrl: string | null,
  privacyPolicyUrl: string | null,
  requireUsersAcceptTerms = false,
) {
  const legal = { termsAndConditionsUrl, privacyPolicyUrl, requireUsersAcceptTerms };
  const markup = renderToStaticMarkup(<LegalNote legal={legal} />);
  if (markup === '') return null;
  const text = markup.replace(/<[^>]+>/g, '').replace('&amp;', '&');
  return [text, [...markup.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)];
}

it('[LAND-30] is there for each address and for both, and gone without one or where terms are accepted', () => {
  const text = 'By logging in I agree to the Terms & Privacy Policy';
  expect(show(terms, null)).toEqual([text, [terms]]);
  expect(show(null, privacy)).toEqual([text, [privacy]]);
  expect(show(terms, privacy)).toEqual([text, [terms, privacy]]);
  expect(show(null, null)).toBeNull();
  for (const [first, second] of [
    [terms, null],
    [null, privacy],
    [terms, privacy],
  ] as const)
    expect(show(first, second, true)).toBeNull();
});
