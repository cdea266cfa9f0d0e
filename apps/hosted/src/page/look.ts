import { sheetText } from './sheet.css.ts';

export interface Look {
  readonly scheme: 'light' | 'dark' | 'system';
  /** Hex colour. */
  readonly accent: string | null;
}

let sheet: CSSStyleSheet | undefined;
let accentSheet: CSSStyleSheet | undefined;

export function addSheets(): void {
  if (sheet) return;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(sheetText);
  accentSheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet, accentSheet];
}

export function setLook({ scheme, accent }: Look): void {
  document.documentElement.dataset.theme = scheme;
  accentSheet?.replaceSync(accentRules(accent ?? defaultAccent));
}

type Rgb = readonly [number, number, number];

const defaultAccent = '#4f46e5';
const darkSurface: Rgb = [23, 24, 27];
const readable = 4.5;

function accentRules(accent: string): string {
  const brand = rgbOf(accent) ?? (rgbOf(defaultAccent) as Rgb);
  const dark = `:root { ${declare(lightened(brand))} }`;
  return `:root { ${declare(brand)} }
:root[data-theme='dark'] { ${declare(lightened(brand))} }
@media (prefers-color-scheme: dark) { ${dark.replace(':root', ":root[data-theme='system']")} }`;
}

function declare(fill: Rgb): string {
  const onFill = contrast([255, 255, 255], fill) >= readable ? '#ffffff' : '#16171a';
  return `--accent: rgb(${fill.join(' ')}); --on-accent: ${onFill};`;
}

/** Lightens a dark accent, which would be hard to see on a dark surface. */
function lightened(brand: Rgb): Rgb {
  for (let step = 0; step <= 50; step += 1) {
    const mixed = brand.map((value) => Math.round(value + (255 - value) * (step / 50))) as unknown as Rgb;
    if (contrast(mixed, darkSurface) >= readable) return mixed;
  }
  return [255, 255, 255];
}

function contrast(one: Rgb, other: Rgb): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function luminance(rgb: Rgb): number {
  const [r = 0, g = 0, b = 0] = rgb.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function rgbOf(hex: string): Rgb | null {
  const digits = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(hex);
  const full = digits?.[1] ? [...digits[1]].map((digit) => digit + digit).join('') : digits?.[2];
  if (!full) return null;
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as unknown as Rgb;
}
