/** Colours derived from an app's accent in one scheme. */
export interface AccentColors {
  /** Fill of the primary action. */
  readonly fill: string;
  /** Text on the fill, at least 4.5:1. */
  readonly onFill: string;
  /** Accent for lines and text on the surface (focus ring, progress), at least 4.5:1. */
  readonly ink: string;
}

type Rgb = readonly [number, number, number];

/** Accent of the modal if the app specifies none (docs/looks.md). */
export const defaultAccent = '#4f46e5';

const surfaces = { light: [255, 255, 255], dark: [23, 24, 27] } as const satisfies Record<string, Rgb>;
const white: Rgb = [255, 255, 255];
const nearBlack: Rgb = [22, 23, 26];
const black: Rgb = [0, 0, 0];
const readable = 4.5;

/**
 * Derives the accent's colours for a scheme. In the light scheme the fill is the app's own colour. In the dark scheme
 * it is lightened until it stands out from the surface. The ink is darkened or lightened until text in it is
 * readable.
 *
 * @param accent a hex colour such as `#4f46e5` or `#fff`; the default is used for anything else
 */
export function accentColors(accent: string, scheme: 'light' | 'dark'): AccentColors {
  const brand = rgbOf(accent) ?? (rgbOf(defaultAccent) as Rgb);
  const surface = surfaces[scheme];
  const ink = mixUntilReadable(brand, scheme === 'light' ? black : white, surface);
  const fill = scheme === 'light' ? brand : ink;
  const onFill =
    contrast(white, fill) >= readable ? white : contrast(nearBlack, fill) >= readable ? nearBlack : black;
  return { fill: hexOf(fill), onFill: hexOf(onFill), ink: hexOf(ink) };
}

/** Returns the contrast of two colours by WCAG 2.2, from 1 to 21. @internal */
export function contrastOf(one: string, other: string): number {
  return contrast(rgbOf(one) ?? black, rgbOf(other) ?? black);
}

function mixUntilReadable(from: Rgb, towards: Rgb, surface: Rgb): Rgb {
  for (let step = 0; step <= 50; step++) {
    const share = step / 50;
    const mixed = from.map((value, i) =>
      Math.round(value + ((towards[i] ?? 0) - value) * share),
    ) as unknown as Rgb;
    if (contrast(mixed, surface) >= readable) return mixed;
  }
  return towards;
}

function contrast(one: Rgb, other: Rgb): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function rgbOf(hex: string): Rgb | null {
  const digits = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(hex);
  const full = digits?.[1] ? [...digits[1]].map((d) => d + d).join('') : digits?.[2];
  if (!full) return null;
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as unknown as Rgb;
}

function hexOf(rgb: Rgb): string {
  return `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
