import { describe, expect, it } from 'vitest';
import { accentColors, contrastOf } from './accent.ts';

const surfaces = { light: '#ffffff', dark: '#17181b' } as const;
const accents = ['#000', '#fff', '#ffea00', '#7a00ff', '#4f46e5', '#808080', '#ff0000'];

describe('accentColors', () => {
  const cases = accents.flatMap((accent) =>
    (['light', 'dark'] as const).map((scheme) => ({ accent, scheme })),
  );

  it.each(cases)(
    'text on the accent $accent, and text in its ink, is readable in the $scheme scheme',
    ({ accent, scheme }) => {
      const { fill, onFill, ink } = accentColors(accent, scheme);
      expect(contrastOf(onFill, fill)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(ink, surfaces[scheme])).toBeGreaterThanOrEqual(4.5);
    },
  );

  it("the app's accent is used unchanged as fill in the light scheme", () => {
    expect(accentColors('#ffea00', 'light').fill).toBe('#ffea00');
  });

  it('a dark accent is lightened in the dark scheme until it stands out', () => {
    expect(contrastOf(accentColors('#000', 'dark').fill, surfaces.dark)).toBeGreaterThanOrEqual(4.5);
  });

  it('the default accent replaces a value that is not a hex colour', () => {
    expect(accentColors('red; } * { display: none', 'light')).toEqual(accentColors('#4f46e5', 'light'));
  });
});
