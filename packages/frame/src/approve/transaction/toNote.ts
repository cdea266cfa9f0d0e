import type { ChainQuestion } from '@latchkey/wire';
import type { ChainFacts } from '../chainFacts.ts';
import type { approveEn } from '../generated/en.ts';

/**
 * Lists what was not checked about a request: each kind of question of which at least one has no answer and, in any
 * case, whether it will succeed.
 */
export function toNote(
  questions: readonly ChainQuestion[],
  facts: ChainFacts,
  { texts, language }: { readonly texts: typeof approveEn.transaction; readonly language: string },
): string {
  const { unchecked } = texts;
  const isUnknown = {
    token: (address: string) => facts.isCollection(address) === null,
    code: (address: string) => facts.hasCode(address) === null,
    balance: (address: string, token?: string) => facts.findBalance(address, token) === null,
  };
  const open = (['token', 'code', 'balance'] as const).filter((about) =>
    questions.some((one) =>
      one.about === about && one.about === 'balance'
        ? isUnknown.balance(one.address, one.token)
        : one.about === about && isUnknown[about](one.address),
    ),
  );
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  const what = list.format([...open, 'success' as const].map((name) => unchecked[name]));
  const sentence = unchecked.all({ what });
  return open.includes('token') ? `${sentence} ${unchecked.hint}` : sentence;
}
