import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LegalNote } from './LegalNote.tsx';

const terms = 'https://tidewater.example/terms';
const privacy = 'https://tidewater.example/privacy';

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

it('[LAND-30] the legal note is shown if one URL or both are set, but not if none is set or terms must be accepted', () => {
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
