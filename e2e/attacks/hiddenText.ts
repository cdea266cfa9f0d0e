/** A text that a page asks a user to sign, with a part that it hides from the user. */
export interface HiddenText {
  readonly name: string;
  readonly text: string;
  /** The hiding place: below the part that fits on the page, or in invisible characters or stacked marks. */
  readonly hides: 'below' | 'unseen';
}

const repeat = (text: string, times: number) => Array.from({ length: times }, () => text).join('');
/** Encodes a text with one character for each byte. */
const writeIn = (text: string, toCode: (byte: number) => number) =>
  [...new TextEncoder().encode(text)].map((byte) => String.fromCodePoint(toCode(byte))).join('');

/**
 * Returns texts of a malicious page that wants more signed than the user reads. Each begins with the lure. In most,
 * the burden is below a screen of blanks or in invisible characters.
 *
 * @param lure text that the user reads
 * @param burden text that the user signs without noticing
 */
export function hideText(lure: string, burden: string): HiddenText[] {
  const below = (name: string, nothing: string): HiddenText => ({
    name,
    hides: 'below',
    text: `${lure}${nothing}${burden}`,
  });
  const unseen = (name: string, text: string): HiddenText => ({
    name,
    hides: 'unseen',
    text: `${lure}${text}`,
  });
  return [
    below('behind blank lines', repeat('\n', 200)),
    below('behind lines of spaces and tabs', repeat(' \t\n', 200)),
    below('behind a line of spaces without end', repeat(' ', 20_000)),
    below('behind blank glyphs', repeat('\u2800\n', 200)),
    below('behind fillers', repeat('\u3164\n', 200)),
    below('behind ideographic spaces', repeat('\u3000\n', 200)),
    unseen(
      'in tags',
      writeIn(burden, (byte) => 0xe0000 + byte),
    ),
    unseen(
      'in variation selectors',
      writeIn(burden, (byte) => (byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16)),
    ),
    unseen(
      'in private characters',
      writeIn(burden, (byte) => 0xe000 + byte),
    ),
    unseen(
      'in bits of two fillers',
      [...writeIn(burden, (byte) => byte)].map((one) => (one > 'm' ? '\u3164' : '\uffa0')).join(''),
    ),
    unseen('turned round', `\u202e${[...burden].reverse().join('')}\u202c`),
    unseen('in a selector behind a letter', 'a\ufe0f'),
    unseen('under marks', `a${repeat('\u0336', 60)}`),
  ];
}
