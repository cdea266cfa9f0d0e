import {
  findNetwork,
  type ReadableField,
  type ReadablePart,
  type ReadableTransaction,
  type Transaction,
  type TransactionAction,
} from '../../readable/index.ts';
import type { ChainFacts } from '../chainFacts.ts';
import type { approveEn } from '../generated/en.ts';
import { code, type Known, toAmount, toBalance, toDecimal } from './amounts.ts';

type ActionTitle =
  | Exclude<TransactionAction['kind'], 'token-approval' | 'nft-approval'>
  | 'approve'
  | 'approve-more'
  | 'approve-less'
  | 'approve-zero'
  | 'approve-none'
  | 'approve-item'
  | 'approve-all'
  | 'revoke-items';

interface Spelling extends Known {
  /** Writes an amount of the chain's coin. */
  readonly toCoins: (wei: bigint) => string;
}

/** Describes a transaction in parts: its effect, its network and cost, and further details. */
export function toTransactionParts(
  { action, transaction, value, maxFee }: ReadableTransaction,
  known: Known,
): ReadablePart[] {
  const { texts, facts, holder } = known;
  const { chainId, nonce, gasLimit, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  const toCoins = (wei: bigint) => `${toDecimal(wei, 18)} ${findNetwork(chainId)?.symbol ?? texts.coin}`;
  const network = findNetwork(chainId)?.name ?? texts.chain({ id: chainId });
  const balance = holder === null ? null : facts.findBalance(holder);
  const isSaid = value === 0n || ['transfer', 'wrap', 'call'].includes(action.kind);
  const price = (name: string, wei: bigint | null) =>
    wei === null ? [] : [code(name, `${toDecimal(wei, 9)} gwei`)];
  return [
    ...toActionParts(action, { ...known, toCoins }),
    {
      title: texts.cost,
      fields: [
        { name: texts.network, value: { kind: 'text', text: network } },
        ...(isSaid ? [] : [code(texts.sent, toCoins(value))]),
        code(texts.fee, toCoins(maxFee)),
        ...(balance === null ? [] : [code(texts.balance, toCoins(balance))]),
      ],
    },
    {
      title: texts.details,
      fields: [
        code(texts.nonce, nonce),
        code(texts.gasLimit, gasLimit),
        ...price(texts.gasPrice, gasPrice),
        ...price(texts.maxFee, maxFeePerGas),
        ...price(texts.priorityFee, maxPriorityFeePerGas),
        ...(transaction.data === '0x' || action.kind === 'call' ? [] : [code(texts.data, transaction.data)]),
        ...toAccessList(transaction.accessList, texts),
      ],
    },
  ];
}

/**
 * Describes an action, with a part for each action of a batch. The parts of a batch have numbers, such as 1.1 in a
 * nested batch.
 *
 * @param place the number of the action, if it has one
 */
export function toActionParts(action: TransactionAction, spelling: Spelling, place = ''): ReadablePart[] {
  const title = spelling.texts.titles[titleOf(action, spelling.facts)];
  const own = { title: place ? `${place}. ${title}` : title, fields: toFields(action, spelling) };
  if (action.kind !== 'batch') return [own];
  const inner = action.actions.flatMap((one, index) =>
    toActionParts(one, spelling, `${place ? `${place}.` : ''}${index + 1}`),
  );
  return [own, ...inner];
}

function titleOf(action: TransactionAction, facts: ChainFacts): ActionTitle {
  if (action.kind === 'token-approval') {
    if (action.change === 'decrease') return 'approve-less';
    if (action.change === 'increase') return 'approve-more';
    if (action.amount > 0n) return 'approve';
    // Promises a revocation only if the contract is known to be a token: for a collection of NFTs, the same call
    // grants a permission for item 0.
    return facts.isCollection(action.token) === false ? 'approve-none' : 'approve-zero';
  }
  if (action.kind !== 'nft-approval') return action.kind;
  if (!action.isGranted) return 'revoke-items';
  return action.id === null ? 'approve-all' : 'approve-item';
}

function toFields(action: TransactionAction, spelling: Spelling): ReadableField[] {
  const { texts, facts, toCoins } = spelling;
  const owner = (address: string | null, name: string) => (address === null ? [] : [code(name, address)]);
  const symbol = (contract: string) => {
    const said = facts.findSymbol(contract);
    return said === null ? [] : [{ name: texts.symbol, value: { kind: 'text', text: said } as const }];
  };
  switch (action.kind) {
    case 'transfer':
      return [code(texts.to, action.to), code(texts.amount, toCoins(action.value))];
    case 'token-transfer': {
      const { token, from, to, amount } = action;
      return [
        ...[code(texts.token, token), ...symbol(token), ...owner(from, texts.from), code(texts.to, to)],
        toAmount(token, amount, spelling),
        ...toBalance(token, from, spelling),
      ];
    }
    case 'token-approval': {
      const { token, amount, isUnlimited } = action;
      const isMost = [96n, 160n, 256n].some((bits) => amount === 2n ** bits - 1n);
      const units = isUnlimited ? `${texts.unlimited}${isMost ? '' : ` (${amount})`}` : null;
      return [
        ...[code(texts.token, token), ...symbol(token), ...owner(action.owner, texts.owner)],
        code(texts.spender, action.spender),
        toAmount(token, amount, spelling, units),
        ...toBalance(token, action.owner, spelling),
      ];
    }
    case 'nft-transfer':
      return [
        ...[code(texts.collection, action.collection), ...symbol(action.collection)],
        code(texts.from, action.from),
        code(texts.to, action.to),
        ...action.items.map(({ id, amount }) => code(texts.item, amount === 1n ? id : `${id} × ${amount}`)),
      ];
    case 'nft-approval':
      return [
        ...[code(texts.collection, action.collection), ...symbol(action.collection)],
        ...owner(action.owner, texts.owner),
        code(texts.spender, action.operator),
        ...(action.id === null ? [] : [code(texts.item, action.id)]),
      ];
    case 'wrap':
    case 'unwrap':
      return [code(texts.token, action.token), code(texts.amount, toCoins(action.amount))];
    case 'batch':
      return [code(texts.contract, action.contract)];
    case 'creation':
      return [code(texts.size, texts.bytes({ count: action.bytes }))];
    case 'call':
      return [
        code(texts.contract, action.to),
        ...(action.value === 0n ? [] : [code(texts.amount, toCoins(action.value))]),
        ...(action.selector === null ? [] : [code(texts.selector, action.selector)]),
        code(texts.data, action.data),
      ];
  }
}

function toAccessList(list: Transaction['accessList'], texts: typeof approveEn.transaction): ReadableField[] {
  return list.map(({ address, storageKeys }) => {
    const items = [address, ...storageKeys].map((text) => ({ kind: 'code' as const, text }));
    return { name: texts.accessList, value: { kind: 'list', items } };
  });
}
