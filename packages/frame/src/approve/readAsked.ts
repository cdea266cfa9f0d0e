import type { RpcRequest } from '@latchkey/wire';
import {
  findActionWarnings,
  findWarnings,
  type ReadablePart,
  type ReadableRequest,
  readPermit,
  readRequest,
  readTransaction,
  type TransactionAction,
  type TransactionWarning,
} from '../readable/index.ts';
import { toActionParts, toTransactionParts } from './transaction/toParts.ts';
import type { TransactionWords } from './transaction/words.ts';

/** A request as the page shows it. */
export interface Asked extends ReadableRequest {
  /** What the person must be told first. */
  readonly warnings: readonly string[];
  /** What the page does not know, where it shows more than stands in the request. */
  readonly note: string | null;
}

/**
 * Reads a request as far as the page has words for it, by what the frame decodes of it to sign it.
 *
 * @param wallet an address of the wallet that signs, which a recipient may imitate
 * @param domainTitle as {@link readRequest} takes it
 * @returns null for what the frame refuses to sign
 */
export function readAsked(
  request: RpcRequest,
  { words, domainTitle, wallet }: { words: TransactionWords; domainTitle: string; wallet: string },
): Asked | null {
  const known = [wallet];
  const params: readonly unknown[] = Array.isArray(request.params) ? request.params : [];
  const say = (warnings: readonly TransactionWarning[]) => warnings.map((name) => words.warnings[name]);
  try {
    if (request.method === 'eth_signTransaction') {
      const read = readTransaction(params[0]);
      return {
        ...{ kind: 'transaction', signer: read.transaction.from },
        content: toTransactionParts(read, words),
        warnings: say(findWarnings(read, { known })),
        note: hasToken(read.action) ? words.notCheckedToken : words.notChecked,
      };
    }
    const plain = readRequest(request, domainTitle);
    const permit = request.method === 'eth_signTypedData_v4' ? readPermit(params[1]) : null;
    if (plain === null || permit === null || typeof plain.content === 'string')
      return plain && { ...plain, warnings: [], note: null };
    // The permit in words, and below it all that is signed, as for any other typed data.
    const inWords: readonly ReadablePart[] = toActionParts(permit, words, String);
    return {
      ...{ kind: plain.kind, signer: plain.signer, content: [...inWords, ...plain.content] },
      warnings: say(findActionWarnings(permit, { known })),
      note: words.notCheckedToken,
    };
  } catch {
    return null;
  }
}

function hasToken(action: TransactionAction): boolean {
  if (action.kind === 'batch') return action.actions.some(hasToken);
  return action.kind === 'token-transfer' || action.kind === 'token-approval';
}
