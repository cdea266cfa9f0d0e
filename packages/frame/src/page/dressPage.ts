/**
 * Colours of the export and approval pages. A malicious host page that chose them could hide a part of a key or of a
 * request, or disguise a button. It can choose only between light and dark.
 */
const palettes = {
  light: {
    text: '#16171a',
    muted: '#5f6167',
    background: '#ffffff',
    raised: '#f1f2f4',
    onAccent: '#ffffff',
    accent: '#4f46e5',
    accentDark: '#4338ca',
    success: '#1f7a4d',
    danger: '#b42318',
    raisedDanger: '#fdf1f0',
  },
  dark: {
    text: '#f1f2f4',
    muted: '#a6a9b2',
    background: '#17181b',
    raised: '#26282d',
    onAccent: '#ffffff',
    accent: '#5b54e8',
    accentDark: '#4f46e5',
    success: '#5fd39a',
    danger: '#ff8a7d',
    raisedDanger: '#3a201d',
  },
} as const;

/** Applies the styles. A style sheet made by script needs no `style-src` in the page's policy. */
export function dressPage(document: Document, look: { theme: 'light' | 'dark'; css: string }): void {
  const root = document.documentElement;
  root.style.colorScheme = look.theme;
  const palette = palettes[look.theme];
  root.style.background = palette.background;
  for (const [name, value] of Object.entries(palette)) root.style.setProperty(`--${name}`, value);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(look.css);
  document.adoptedStyleSheets = [sheet];
}
