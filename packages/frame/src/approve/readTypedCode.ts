/**
 * Reads up to six digits of a code that the user typed, or copied with the sentence around it. Digits of other
 * scripts, such as Arabic, count, too.
 */
export function readTypedCode(text: string): string {
  const typed = text.normalize('NFKC');
  const digitsOf = (part: string) => part.replace(/\P{Nd}/gu, '');
  const groups = (typed.match(/\p{Nd}+(?:[ -]\p{Nd}+)?/gu) ?? []).map(digitsOf);
  return (groups.find(({ length }) => length === 6) ?? digitsOf(typed)).slice(0, 6);
}
