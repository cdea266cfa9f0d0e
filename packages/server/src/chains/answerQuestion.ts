import type { ChainAnswer, ChainQuestion } from '@latchkey/wire';
import type { NodeAnswer, NodeQuestion } from '../ethereum/index.ts';
import { toHasCode, toQuantity, toSymbol, toWord } from './readings.ts';

type SendQuestion = (question: Pick<NodeQuestion, 'method' | 'params' | 'maxBytes'>) => Promise<NodeAnswer>;

const calls = {
  symbol: '0x95d89b41',
  decimals: '0x313ce567',
  balanceOf: '0x70a08231',
  supportsInterface: '0x01ffc9a7',
} as const;
/** Interface id of ERC-721 as an argument of 32 bytes. */
const collectionId = '80ac58cd'.padEnd(64, '0');

/** Gas limit of a call: two million. A hostile contract could otherwise keep the node busy for longer. */
const gas = '0x1e8480';
/** Longest answer to a call, in bytes. A hostile contract could otherwise answer with megabytes. */
const wordBytes = 4 * 1024;
/** Longest answer with a contract's code, in bytes. Most chains allow 48 KiB of hex (24 KiB of code), some more. */
const codeBytes = 256 * 1024;
/** Most decimals. With more, no amount of 256 bits would reach one token. */
const mostDecimals = 77n;

/** Returns the answer to a question if nothing is known. */
export function toUnknown({ about }: ChainQuestion): ChainAnswer {
  if (about === 'code') return { about, has_code: null };
  if (about === 'balance') return { about, amount: null };
  return { about, kind: null, symbol: null, decimals: null };
}

/** Answers one question with the answers of a node. Missing answers become null. */
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
 * Distinguishes tokens and collections, whose `approve` is the same call with another meaning. A hostile contract
 * could claim to be both. If it claims both or neither, or an answer is missing, the result is null.
 */
function toKind(read: { decimals: NodeAnswer; collection: NodeAnswer; hasPlaces: boolean }) {
  const { decimals, collection, hasPlaces } = read;
  if (decimals.kind === 'silent' || collection.kind === 'silent') return null;
  const isCollection = toWord(collection) === 1n;
  if (isCollection === hasPlaces) return null;
  return isCollection ? 'collection' : 'token';
}
