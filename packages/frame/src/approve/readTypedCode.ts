/**
 * Reads the six digits of a code as a person typed it, or as they stand in a sentence that was copied with them. They stay in
 * their script: the service reads digits of any.
 */
export function readTypedCode(text: string): string {
  const typed = text.normalize('NFKC');
  const digitsOf = (part: string) => part.replace(/\P{Nd}/gu, '');
  const groups = (typed.match(/\p{Nd}+(?:[ -]\p{Nd}+)?/gu) ?? []).map(digitsOf);
  return (groups.find(({ length }) => length === 6) ?? digitsOf(typed)).slice(0, 6);
}
