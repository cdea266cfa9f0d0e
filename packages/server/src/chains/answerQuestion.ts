import type { ChainAnswer, ChainQuestion } from '@latchkey/wire';
import type { NodeAnswer, NodeQuestion } from '../ethereum/index.ts';
import { toHasCode, toQuantity, toSymbol, toWord } from './readings.ts';

type SendQuestion = (question: Pick<NodeQuestion, 'method' | 'params' | 'maxBytes'>) => Promise<NodeAnswer>;

/** The functions that are called, and no others. */
const calls = {
  symbol: '0x95d89b41',
  decimals: '0x313ce567',
  balanceOf: '0x70a08231',
  supportsInterface: '0x01ffc9a7',
} as const;
/** ERC-721's, in the 32 bytes of an argument. */
const collectionId = '80ac58cd'.padEnd(64, '0');

/**
 * What a call may use up. Tokens behind proxies use some ten thousand; without a bound a hostile contract would have the
 * node work as long as that lets it.
 */
const gas = '0x1e8480';
/** The longest text that is read has 64 bytes. Threat: a contract that answers with megabytes. */
const wordBytes = 4 * 1024;
/** Code of a contract, in hex: 24 kB on most chains, more on some. */
const codeBytes = 256 * 1024;
/** A number of 256 bits has no more digits. */
const mostDecimals = 77n;

/** An answer of which nothing is known. */
export function toUnknown({ about }: ChainQuestion): ChainAnswer {
  if (about === 'code') return { about, has_code: null };
  if (about === 'balance') return { about, amount: null };
  return { about, kind: null, symbol: null, decimals: null };
}

/** Answers one question by what a node says; null stands for what it does not. */
export async function answerQuestion(question: ChainQuestion, request: SendQuestion): Promise<ChainAnswer> {
  const { about, address } = question;
  const call = (to: string, data: string) =>
    request({ method: 'eth_call', params: [{ to, data, gas }, 'latest'], maxBytes: wordBytes });
  if (about === 'code') {
    const code = await request({ method: 'eth_getCode', params: [address, 'latest'], maxBytes: codeBytes });
    return { about, has_code: toHasCode(code) };
  }
  if (about === 'balance') {
    const { token } = question;
    const amount = token
      ? toWord(await call(token, `${calls.balanceOf}${address.slice(2).padStart(64, '0')}`))
      : toQuantity(
          await request({ method: 'eth_getBalance', params: [address, 'latest'], maxBytes: wordBytes }),
        );
    return { about, amount: amount === null ? null : String(amount) };
  }
  const [symbol, decimals, collection] = await Promise.all([
    call(address, calls.symbol),
    call(address, calls.decimals),
    call(address, `${calls.supportsInterface}${collectionId}`),
  ]);
  const places = toWord(decimals);
  const hasPlaces = places !== null && places <= mostDecimals;
  const kind = toKind({ decimals, collection, hasPlaces });
  return {
    about,
    kind,
    symbol: toSymbol(symbol),
    decimals: kind === 'token' ? Number(places) : null,
  };
}

/**
 * Threat: `approve` of a token and of a collection is the same call, and means another thing. A contract that answers as
 * both, or of which one answer is missing, is said to be neither.
 */
function toKind(read: { decimals: NodeAnswer; collection: NodeAnswer; hasPlaces: boolean }) {
  const { decimals, collection, hasPlaces } = read;
  if (decimals.kind === 'silent' || collection.kind === 'silent') return null;
  const isCollection = toWord(collection) === 1n;
  if (isCollection === hasPlaces) return null;
  return isCollection ? 'collection' : 'token';
}
