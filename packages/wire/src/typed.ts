/**
 * Reads typed or pasted text as it looks. Characters of full or half width become the usual ones, spaces of any kind
 * become U+0020, and invisible characters are dropped. The ideographic full stop, which Japanese keyboards have in
 * place of the dot, becomes a dot. Letters of other scripts stay, even if they look like Latin ones.
 */
export function toTyped(text: string): string {
  return text
    .replace(/[\t-\r\p{Z}\u2800]+/gu, ' ')
    .replace(/[\p{C}\p{DI}\uFFFC]+/gu, '')
    .normalize('NFKC')
    .replaceAll('。', '.')
    .trim();
}

/** Reads typed text like {@link toTyped}, with digits of any script as ASCII digits. */
export function toTypedDigits(text: string): string {
  return toTyped(text).replace(/\p{Nd}/gu, digitOf);
}

/** Returns the value of a decimal digit. Unicode has them in runs of ten, zero first. */
function digitOf(digit: string): string {
  let value = 0;
  let code = digit.codePointAt(0) ?? 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(--code))) value += 1;
  return String(value % 10);
}

/** Reads a typed code. Drops spaces and dashes in it, including those of Japanese keyboards. */
export function readTypedCode(text: string): string {
  return toTypedDigits(text).replace(/[ \p{Pd}\u2212\u30FC]/gu, '');
}

/**
 * Reads a typed email address in the form in which it is stored and compared: in lower case, and in ASCII if {@link
 * toTyped} makes it so. A local part with other letters is kept: another form of a letter may be another mailbox, and
 * an invisible character may be a part of the name (Persian, Hindi). Its host is still read as it looks.
 */
export function readTypedEmail(text: string): string {
  const plain = toTyped(text);
  const [name, host = '', ...more] = text.replace(/^[\p{C}\p{Z}]+/u, '').split(/[@＠]/);
  const isPlain = /^[ -~]*$/.test(plain) || more.length > 0;
  return (isPlain ? plain : `${name}@${toTyped(host)}`).toLowerCase();
}

/**
 * Form of an email address, for the client and the service: one @, no white space, a dot in the host, at most 254
 * characters. Only the code proves that mail arrives there.
 */
const emailPattern =
  /^[^\s@"<>(),;:\\[\]]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i;

/** Returns true if a text is an email address that Latchkey accepts. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && emailPattern.test(text);
}
