import { type PreparedSolanaTransaction, prepareSolanaTransaction, type SolanaChain } from '@latchkey/core';
import type { ReadablePart } from '@latchkey/frame/readable';
import { useEffect, useState } from 'react';
import type { SignInput } from '../../request.ts';
import { shorten } from '../../ui/index.ts';
import { useServices } from '../services.ts';
import type { Change } from '../transactions/Changes.tsx';
import { type Money, useSpelling } from '../transactions/useSpelling.ts';

/** Names of Solana's networks, the same in every language. */
const networks: Record<SolanaChain, string> = {
  'solana:mainnet': 'Solana',
  'solana:devnet': 'Solana Devnet',
  'solana:testnet': 'Solana Testnet',
  'solana:localnet': 'Solana Localnet',
};

/** The network's simulation of a transaction that is sent. `none` if the request does not send a transaction. */
export type SolanaFacts = PreparedSolanaTransaction | 'loading' | 'none';

/** Loads the network's simulation of a request. */
export function useSolanaFacts(request: SignInput): SolanaFacts {
  const { client } = useServices();
  const isSent = request.method === 'solana_signAndSendTransaction';
  const [facts, setFacts] = useState<SolanaFacts>(isSent ? 'loading' : 'none');
  useEffect(() => {
    if (request.method !== 'solana_signAndSendTransaction') return;
    let isLeft = false;
    const show = (read: SolanaFacts) => isLeft || setFacts(read);
    const { address, chain } = request;
    const nothing = { address, chain, fee: null, balance: null, changes: null, willFail: null, price: null };
    prepareSolanaTransaction(client, request).then(show, () => show(nothing));
    return () => {
      isLeft = true;
    };
  }, [client, request]);
  return facts;
}

/** Converts a Solana network for the review's amounts. The id 0 stands for Solana, as for its logo. */
const toChain = (chain: SolanaChain) => ({
  id: 0,
  name: networks[chain],
  nativeCurrency: { name: 'SOL', symbol: 'SOL', decimals: 9 },
});
const chains = Object.fromEntries(
  (Object.keys(networks) as SolanaChain[]).map((chain) => [chain, toChain(chain)]),
) as Record<SolanaChain, ReturnType<typeof toChain>>;

export interface SolanaMoney {
  readonly network: string;
  readonly mints: readonly string[];
  readonly money: Money;
  readonly changes: readonly Change[] | null;
  /** SOL that leaves the wallet besides the fee, if nothing else changes. Null otherwise. */
  readonly paid: bigint | null;
  /** All SOL that leaves the wallet. Null if unknown. */
  readonly total: bigint | null;
}

const transfers = /^(System|Token|Token 2022): transfer(Checked)?$/;

/**
 * Lists the recipients of a transaction's plain transfers; for a token, the recipient's token account. Other
 * instructions can move funds too. Addresses from a lookup table are left out.
 */
export function listRecipients(parts: readonly ReadablePart[]): readonly string[] {
  const found = parts
    .filter(({ title }) => transfers.test(title))
    .flatMap(({ fields }) => fields.filter(({ name }) => name === 'to'))
    .flatMap(({ value }) => (value.kind === 'code' ? value.text : []));
  return [...new Set(found)].filter((text) => !text.includes(' '));
}

export function useSolanaMoney({ chain, changes, fee, price }: PreparedSolanaTransaction): SolanaMoney {
  const money = useSpelling({ chain: chains[chain], token: null, price });
  const [first, ...others] = changes ?? [];
  const lost = changes?.find(({ mint }) => mint === null)?.amount ?? 0n;
  return {
    network: networks[chain],
    mints: (changes ?? []).flatMap(({ mint }) => mint ?? []),
    money,
    changes: changes?.map(toChange) ?? null,
    paid: first && first.mint === null && first.amount < 0n && others.length === 0 ? -first.amount : null,
    total: changes === null || fee === null ? null : fee + (lost < 0n ? -lost : 0n),
  };

  function toChange({ mint, amount, decimals }: NonNullable<typeof changes>[number]): Change {
    const size = amount < 0n ? -amount : amount;
    const text = mint === null ? money.coin(size) : money.amount(size, decimals, shorten(mint));
    return { key: String(mint), isOut: amount < 0n, text };
  }
}
