import type { ExportQuery } from './query.ts';

/**
 * Gives the page its looks. A sheet made by script needs no `style-src`, so that the page's policy stays without one.
 */
export function dressPage(
  { colors, language }: Pick<ExportQuery, 'colors' | 'language'>,
  document: Document,
  ownCss = css,
): void {
  const root = document.documentElement;
  root.lang = language;
  root.dir = /^ar\b/i.test(language) ? 'rtl' : 'ltr';
  root.style.background = colors.background;
  const dark = isDark(getComputedStyle(root).backgroundColor);
  root.style.colorScheme = dark ? 'dark' : 'light';
  const own = { ...colors, text: dark ? '#f1f2f4' : '#16171a' };
  for (const [name, value] of Object.entries(own)) root.style.setProperty(`--${name}`, value);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(ownCss);
  document.adoptedStyleSheets = [sheet];
}

/** By the weights of relative luminance (WCAG 2.2), without its curve: only which side of the middle is asked. */
function isDark(rgb: string): boolean {
  const [red = 255, green = 255, blue = 255] = (rgb.match(/[\d.]+/g) ?? []).map(Number);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 128;
}

const css = `
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0; font: 400 15px/22px ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  color: var(--text); -webkit-text-size-adjust: 100%; text-size-adjust: 100%;
}
[hidden] { display: none !important; }
main { display: flex; flex-direction: column; gap: 10px; min-height: 44px; }
main > div { display: flex; flex-direction: column; gap: 10px; }
button, .button {
  min-height: 48px; min-width: 0; padding: 0 16px; border: 0; border-radius: 14px; font: inherit; font-weight: 500;
  color: var(--text); background: var(--background2); cursor: pointer; touch-action: manipulation;
  transition: opacity 120ms; -webkit-tap-highlight-color: transparent;
}
button.main, .button.main { color: var(--foregroundAccent); background: var(--accent); }
button.main:hover, .button.main:hover { background: var(--accentDark); }
button.done, button.done:hover { color: var(--success); background: var(--background2); }
button:disabled { opacity: .5; cursor: default; }
button:focus-visible, .button:focus-visible, input:focus-visible, output:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
.row { display: flex; gap: 10px; }
.row > * { flex: 1; }
.button { display: inline-flex; align-items: center; justify-content: center; text-decoration: none; }
input {
  width: 100%; min-height: 44px; padding: 0 14px; border: 1px solid color-mix(in srgb, var(--foreground3) 40%, transparent);
  border-radius: 14px; font: inherit; font-size: 16px; color: var(--text); background: var(--background);
}
p { margin: 0; color: var(--foreground3); font-size: 13px; line-height: 18px; }
p:empty { display: none; }
.label { color: var(--foreground3); font-size: 13px; line-height: 18px; }
output {
  display: block; padding: 14px 16px; border-radius: 14px; background: var(--background2); direction: ltr; text-align: left;
  font: 400 14px/22px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; user-select: all;
  -webkit-user-select: all;
}
@media (max-height: 99px) {
  main, main > div, main > div.shown { flex-direction: row; align-items: stretch; gap: 8px; height: 44px; width: 100%; }
  main > p { align-self: center; }
  button { flex: 1; min-height: 44px; padding: 0 10px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
  .label, .tall { display: none; }
  output { flex: 1 1 0; min-width: 0; padding: 11px 12px; white-space: nowrap; overflow-x: auto; overflow-y: hidden; scrollbar-width: none; }
  .shown .row { flex: none; gap: 8px; }
  .shown .row > * { flex: none; }
}
@media (prefers-reduced-motion: reduce) { button { transition: none; } }
`;
