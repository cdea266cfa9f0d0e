import { isOffered, methodIds, type OfferedMethodId } from '@latchkey/wire';

/** What a kind is called in names of functions, where that is not its id with capitals. */
const names = { oauth: 'OAuth', sms: 'Phone' } as const;

type NameOf<Id extends OfferedMethodId> = Id extends keyof typeof names ? (typeof names)[Id] : Pascal<Id>;
type Pascal<Words extends string> = Words extends `${infer Word}-${infer Rest}`
  ? `${Capitalize<Word>}${Pascal<Rest>}`
  : Capitalize<Words>;

/** The names of what a hook does for each kind of account: `linkPhone`, `unlinkOAuth`. */
export type ActName<Verb extends string, Id extends OfferedMethodId> = `${Verb}${NameOf<Id>}`;

/** Makes what a hook does for every kind of account, by name. */
export function operationsOf<Act>(
  verb: 'link' | 'unlink',
  makeAct: (id: OfferedMethodId) => Act,
): Readonly<Record<string, Act>> {
  const known: Readonly<Record<string, string>> = names;
  const nameOf = (id: string) =>
    known[id] ?? id.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(methodIds.filter(isOffered).map((id) => [verb + nameOf(id), makeAct(id)]));
}
