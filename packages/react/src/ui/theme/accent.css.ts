import { type AccentColors, accentColors } from './accent.ts';

export function accentCss(accent: string): string {
  const dark = declare(accentColors(accent, 'dark'));
  return `
:host { ${declare(accentColors(accent, 'light'))} }
:host([data-theme='dark']) { ${dark} }
@media (prefers-color-scheme: dark) { :host([data-theme='system']) { ${dark} } }
`;
}

function declare({ fill, onFill, ink }: AccentColors): string {
  return `--latchkey-accent: ${fill}; --latchkey-on-accent: ${onFill}; --latchkey-accent-ink: ${ink};`;
}
