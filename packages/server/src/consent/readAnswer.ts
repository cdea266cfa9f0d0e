/** Answer of another party's page: a code, or the word that clients get in its place (docs/wire/protocol.md §2.5). */
export type PartyAnswer = { readonly code: string } | { readonly word: 'undefined' | 'error' };

/** Error codes that mean that the user refused (RFC 6749 §4.1.2.1; Apple and LinkedIn have codes of their own). */
const deniedWords = ['access_denied', 'user_cancelled_authorize', 'user_cancelled_login', 'user_denied'];

const codeLength = 4_096;

/** Reads the parameters that the user returns with (RFC 6749 §4.1.2). */
export function readAnswer(answer: URLSearchParams): PartyAnswer {
  const error = answer.get('error');
  if (error !== null) return { word: deniedWords.includes(error) ? 'undefined' : 'error' };
  const code = answer.get('code');
  const isOnce = [...answer.keys()].every((name) => answer.getAll(name).length === 1);
  return !code || code.length > codeLength || !isOnce ? { word: 'error' } : { code };
}
