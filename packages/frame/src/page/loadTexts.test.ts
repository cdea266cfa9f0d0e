import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadTexts } from './loadTexts.ts';

const english = { close: 'Close' };
const inEnglish = { language: 'en', direction: 'ltr', texts: english };
const script = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;

beforeAll(() =>
  Object.assign(globalThis, {
    pageLanguages: {
      ar: { direction: 'rtl', path: script("export const pageAr = { close: 'إغلاق' };") },
      de: { direction: 'ltr', path: script("throw new Error('It does not come');") },
    },
  }),
);
afterAll(() => Reflect.deleteProperty(globalThis, 'pageLanguages'));

it.each(['ar', 'AR', 'ar-EG'])('loads the texts of a language by its tag: %s', async (tag) => {
  const texts = { close: 'إغلاق' };
  expect(await loadTexts(tag, english)).toEqual({ language: 'ar', direction: 'rtl', texts });
});

it.each(['en', 'fr', '', 'constructor', '__proto__', 'de'])(
  'returns English for a language without a working script: %s',
  async (tag) => {
    expect(await loadTexts(tag, english)).toEqual(inEnglish);
  },
);
