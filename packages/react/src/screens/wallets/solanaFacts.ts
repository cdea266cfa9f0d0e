import {
  type PreparedSolanaTransaction,
  prepareSolanaTransaction,
  type SolanaChain,
} from '@latchkey/core/startup';
import type { ReadablePart } from '@latchkey/frame/readable';
import { useEffect, useState } from 'react';
import type { SignInput } from '../../request.ts';
import { useServices } from '../services.ts';

export const solanaFactsTexts = {
  changes: 'Expected changes',
  token: (mint: string) => `Token ${mint}`,
  notChecked: 'The network could not say what this transaction changes.',
  willFail: 'This transaction will probably fail.',
  fee: 'Network fee',
  unknown: 'Unknown',
  balance: 'Balance',
} as const;

/** What people call Solana's networks, in every language. */
const networks: Record<SolanaChain, string> = {
  'solana:mainnet': 'Solana',
  'solana:devnet': 'Solana Devnet',
  'solana:testnet': 'Solana Testnet',
  'solana:localnet': 'Solana Localnet',
};
const solDecimals = 9;

/** What the network says of a transaction that is sent; `none` where the request sends none. */
export type Facts = PreparedSolanaTransaction | 'loading' | 'none';

/** Reads what the network says of a request, once. */
export function useSolanaFacts(request: SignInput): Facts {
  const { client } = useServices();
  const isSent = request.method === 'solana_signAndSendTransaction';
  const [facts, setFacts] = useState<Facts>(isSent ? 'loading' : 'none');
  useEffect(() => {
    if (request.method !== 'solana_signAndSendTransaction') return;
    let isLeft = false;
    const show = (read: Facts) => isLeft || setFacts(read);
    const { address, chain } = request;
    const nothing = { address, chain, fee: null, balance: null, changes: null, willFail: null };
    prepareSolanaTransaction(client, request).then(show, () => show(nothing));
    return () => {
      isLeft = true;
    };
  }, [client, request]);
  return facts;
}

/** What a person must know besides: that it will fail, or that no one could say what it changes. */
export function findNotice(
  { changes, willFail }: PreparedSolanaTransaction,
  texts: typeof solanaFactsTexts,
): string | null {
  if (willFail) return texts.willFail;
  return changes === null ? texts.notChecked : null;
}

/** What the network says, as a person may read it: what changes, then where and for how much. */
export function readFacts(
  { chain, fee, balance, changes }: PreparedSolanaTransaction,
  texts: typeof solanaFactsTexts,
): ReadablePart[] {
  const fields = (changes ?? []).map(({ mint, amount, decimals }) =>
    toField(mint === null ? 'SOL' : texts.token(mint), toSigned(amount, decimals)),
  );
  const toSol = (lamports: bigint | null) =>
    lamports === null ? texts.unknown : `${toDecimal(lamports, solDecimals)} SOL`;
  const foreseen = {
    title: texts.changes,
    fields: fields.length > 0 ? fields : [toField('SOL', '0')],
  };
  return [
    ...(changes ? [foreseen] : []),
    {
      title: networks[chain],
      fields: [toField(texts.fee, toSol(fee)), toField(texts.balance, toSol(balance))],
    },
  ];
}

const toField = (name: string, text: string) => ({ name, value: { kind: 'code' as const, text } });

/** An amount with its sign, which no one may overlook: a minus as long as the plus. */
function toSigned(amount: bigint, decimals: number): string {
  return amount < 0n ? `−${toDecimal(-amount, decimals)}` : `+${toDecimal(amount, decimals)}`;
}

/** Writes an amount of the smallest unit in full, without zeros at its end. */
function toDecimal(amount: bigint, decimals: number): string {
  const digits = String(amount).padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  const rest = digits.slice(at).replace(/0+$/, '');
  return `${digits.slice(0, at)}${rest && `.${rest}`}`;
}
