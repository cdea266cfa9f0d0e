import type { ExportColors } from '@latchkey/core';

export function readLook(container: HTMLElement): { colors: ExportColors; locale: string } {
  const style = getComputedStyle(container);
  const of = (name: string) => style.getPropertyValue(`--latchkey-${name}`).trim();
  return {
    locale: container.closest<HTMLElement>('[lang]')?.lang ?? 'en',
    colors: {
      background: of('surface'),
      background2: of('sunken'),
      foreground3: of('muted'),
      foregroundAccent: of('on-accent'),
      accent: of('accent'),
      accentDark: of('accent-ink'),
      success: of('success'),
    },
  };
}
