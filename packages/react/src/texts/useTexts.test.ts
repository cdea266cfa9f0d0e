import { expect, it } from 'vitest';
import { codeTexts } from './generated/en/code.ts';
import { signRequestTexts } from './generated/en/signRequest.ts';
import { mergeTexts } from './useTexts.ts';

it("the host's texts replace the modal's, including texts with named values", () => {
  const own = {
    title: 'Look into your mailbox',
    resendIn: ({ seconds }: { seconds: number }) => `${seconds}!`,
  };
  const merged = mergeTexts(codeTexts, own);
  expect(merged.title).toBe('Look into your mailbox');
  expect(merged.resendIn({ seconds: 5 })).toBe('5!');
  expect({ ...merged, title: '', resendIn: null }).toEqual({ ...codeTexts, title: '', resendIn: null });
});

it('a host can replace single texts of a group', () => {
  const { titles } = mergeTexts(signRequestTexts, { titles: { personal_sign: 'Confirm' } });
  expect(titles).toEqual({ ...signRequestTexts.titles, personal_sign: 'Confirm' });
});

it('host texts of the wrong type or with unknown names are ignored', () => {
  const wrong = { title: 5, resendIn: 'Soon', label: null, sentTo: () => 'To', more: 'More' };
  expect(mergeTexts(codeTexts, wrong)).toEqual(codeTexts);
  expect(mergeTexts(signRequestTexts, { titles: 'Sign', constructor: 'x' })).toEqual(signRequestTexts);
});
