/**
 * Reads what a person typed or pasted as it looks: characters of full or half width become the usual ones, spaces of any kind
 * become U+0020, invisible characters are dropped, and the ideographic full stop, which Japanese keyboards have in the place
 * of the dot, becomes the dot. Letters of other scripts stay what they are, however much they look like Latin ones.
 */
export function toTyped(text: string): string {
  return text
    .replace(/[\t-\r\p{Z}\u2800]+/gu, ' ')
    .replace(/[\p{C}\p{DI}\uFFFC]+/gu, '')
    .normalize('NFKC')
    .replaceAll('。', '.')
    .trim();
}

/** Reads what a person typed as {@link toTyped} does, with digits of any script as those of ASCII. */
export function toTypedDigits(text: string): string {
  return toTyped(text).replace(/\p{Nd}/gu, digitOf);
}

/** Value of a decimal digit. Unicode has them in runs of ten, zero first. */
function digitOf(digit: string): string {
  let value = 0;
  let code = digit.codePointAt(0) ?? 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(--code))) value += 1;
  return String(value % 10);
}

/** Reads a code that a person typed: spaces and dashes in it are dropped, also those of Japanese keyboards. */
export function readTypedCode(text: string): string {
  return toTypedDigits(text).replace(/[ \p{Pd}\u2212\u30FC]/gu, '');
}

/**
 * Reads an e-mail address that a person typed, in the form in which it is stored and compared: in lower case, and in ASCII
 * where {@link toTyped} makes it so. A name with other letters is taken as it is, because there a letter of another form may
 * be another mailbox, and an invisible character a part of the name (Persian, Hindi); its host is still read as it looks.
 */
export function readTypedEmail(text: string): string {
  const plain = toTyped(text);
  const [name, host = '', ...more] = text.replace(/^[\p{C}\p{Z}]+/u, '').split(/[@＠]/);
  const isPlain = /^[ -~]*$/.test(plain) || more.length > 0;
  return (isPlain ? plain : `${name}@${toTyped(host)}`).toLowerCase();
}

/**
 * Form of an e-mail address, for the client and the service: one @, no white space, a dot in the host, at most 254 characters.
 * Deliverability is proved by the code, not by the pattern.
 */
const emailPattern =
  /^[^\s@"<>(),;:\\[\]]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i;

/** Tells whether a text is an e-mail address as Latchkey takes it. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && emailPattern.test(text);
}
