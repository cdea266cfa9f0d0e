import type { ChainAnswer, ChainQuestion } from '@latchkey/wire';
import { spellOut, type TransactionAction } from '../readable/index.ts';

/** Largest number of questions that the service answers in one call. */
export const mostQuestions = 16;

export interface Token {
  readonly symbol: string | null;
  readonly decimals: number;
}

/** Facts about a request that the operator's node read from the chain. Null if a fact is unknown. */
export interface ChainFacts {
  readonly hasCode: (address: string) => boolean | null;
  readonly isCollection: (contract: string) => boolean | null;
  readonly findToken: (contract: string) => Token | null;
  /** Symbol of a token, or of a collection, which has no decimals. */
  readonly findSymbol: (contract: string) => string | null;
  /** Balance in the smallest unit: of the token or, if none is named, of the chain's coin. */
  readonly findBalance: (address: string, token?: string) => bigint | null;
}

const unknown = () => null;
export const noFacts: ChainFacts = {
  hasCode: unknown,
  isCollection: unknown,
  findToken: unknown,
  findSymbol: unknown,
  findBalance: unknown,
};

/**
 * Returns at most {@link mostQuestions} questions to the chain about an action: first about the addresses that would
 * be allowed to take tokens or NFTs, then about the tokens and collections, then about the wallet's token balances.
 *
 * @param holder the wallet that signs, or null if it is not known
 */
export function toQuestions(action: TransactionAction, holder: string | null): readonly ChainQuestion[] {
  const actions = flatten(action);
  const spenders = actions.flatMap((one) => {
    if (one.kind === 'token-approval') return one.amount > 0n ? [one.spender] : [];
    return one.kind === 'nft-approval' && one.isGranted ? [one.operator] : [];
  });
  const tokens = actions.flatMap((one) => ('token' in one ? [one.token] : []));
  const collections = actions.flatMap((one) => ('collection' in one ? [one.collection] : []));
  const questions: ChainQuestion[] = [
    ...unique(spenders).map((address) => ({ about: 'code', address }) as const),
    ...unique([...tokens, ...collections]).map((address) => ({ about: 'token', address }) as const),
    ...(holder === null
      ? []
      : unique(tokens).map((token) => ({ about: 'balance', address: holder, token }) as const)),
  ];
  return questions.slice(0, mostQuestions);
}

/** Reads the answers, which are in the order of the questions. Returns null if their number differs. */
export function toChainFacts(
  questions: readonly ChainQuestion[],
  answers: readonly unknown[],
): ChainFacts | null {
  if (answers.length !== questions.length) return null;
  const known = new Map<string, ChainAnswer>();
  questions.forEach((question, place) => {
    const answer = answers[place] as ChainAnswer | null;
    if (answer?.about === question.about) known.set(toKey(question), answer);
  });
  const find = <A extends ChainAnswer['about']>(about: A, address: string, token?: string) =>
    (known.get(toKey({ about, address, token })) ?? null) as Extract<ChainAnswer, { about: A }> | null;
  return {
    hasCode: (address) => find('code', address)?.has_code ?? null,
    isCollection(contract) {
      const kind = find('token', contract)?.kind ?? null;
      return kind && kind === 'collection';
    },
    findToken(contract) {
      const answer = find('token', contract);
      if (answer?.kind !== 'token' || answer.decimals === null) return null;
      return { symbol: spelt(answer.symbol), decimals: answer.decimals };
    },
    findSymbol: (contract) => spelt(find('token', contract)?.symbol ?? null),
    findBalance(address, token) {
      const amount = find('balance', address, token)?.amount ?? null;
      return amount === null ? null : BigInt(amount);
    },
  };
}

const spelt = (symbol: string | null) => symbol && spellOut(symbol);

function toKey({ about, address, token }: { about: string; address: string; token?: string | undefined }) {
  return `${about} ${address} ${token ?? ''}`.toLowerCase();
}

const unique = (addresses: readonly string[]) => [...new Set(addresses)];

function flatten(action: TransactionAction): TransactionAction[] {
  return action.kind === 'batch' ? action.actions.flatMap(flatten) : [action];
}
