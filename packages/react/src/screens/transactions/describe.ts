import type { TransactionAction } from '@latchkey/core';
import type { transactionActionsTexts } from '../../texts/generated/en/transactionActions.ts';

type Texts = typeof transactionActionsTexts;

/** Formats what a sentence mentions, in the user's language and with the chain's tokens. */
export interface Spelling {
  coin(amount: bigint): string;
  /** Null if the token's details are unknown. */
  token(address: string, amount: bigint): string | null;
  /** Symbol of the token, or its address. */
  tokenName(address: string): string;
  address(address: string): string;
  number(value: bigint): string;
}

/** Describes an action in one plain sentence. */
export function describeAction(action: TransactionAction, texts: Texts, spelling: Spelling): string {
  switch (action.kind) {
    case 'transfer':
      return texts.send({ what: spelling.coin(action.value) });
    case 'token-transfer': {
      const what = amountOf(action.token, action.amount, texts, spelling);
      return action.from ? texts.move({ what, from: spelling.address(action.from) }) : texts.send({ what });
    }
    case 'token-approval':
      return describeApproval(action, texts, spelling);
    case 'nft-transfer': {
      const [first, ...others] = action.items;
      const count = action.items.reduce((sum, { amount }) => sum + amount, 0n);
      const isOne = first !== undefined && others.length === 0 && count === 1n;
      return texts.send({ what: isOne ? itemOf(first.id, texts) : texts.items({ count: Number(count) }) });
    }
    case 'nft-approval':
      return describeCollectionApproval(action, texts, spelling);
    case 'wrap':
    case 'unwrap':
      return texts[action.kind]({ what: spelling.coin(action.amount) });
    case 'batch':
      return texts.batch({ count: action.actions.length });
    case 'creation':
    case 'call':
      return texts[action.kind];
  }
}

type Approval = Extract<TransactionAction, { kind: 'token-approval' }>;
type CollectionApproval = Extract<TransactionAction, { kind: 'nft-approval' }>;

function describeApproval(action: Approval, texts: Texts, spelling: Spelling): string {
  const who = spelling.address(action.spender);
  const token = spelling.tokenName(action.token);
  const what = amountOf(action.token, action.amount, texts, spelling);
  if (action.change === 'decrease') return texts.allowLess({ who, what });
  if (action.amount === 0n) return texts.stop({ who, token });
  if (action.isUnlimited) return texts.allowAll({ who, token });
  return action.change === 'increase' ? texts.allowMore({ who, what }) : texts.allow({ who, what });
}

function describeCollectionApproval(
  { operator, id, isGranted }: CollectionApproval,
  texts: Texts,
  spelling: Spelling,
): string {
  const who = spelling.address(operator);
  if (id !== null) return (isGranted ? texts.allowItem : texts.stopItem)({ who, item: itemOf(id, texts) });
  return (isGranted ? texts.allowItems : texts.stopItems)({ who });
}

function amountOf(token: string, amount: bigint, texts: Texts, spelling: Spelling): string {
  return (
    spelling.token(token, amount) ??
    texts.units({ amount: spelling.number(amount), token: spelling.tokenName(token) })
  );
}

/** Shortens long ids, because ids of some collections are hashes. */
function itemOf(id: bigint, texts: Texts): string {
  const digits = id.toString();
  return texts.item({ id: digits.length > 12 ? `${digits.slice(0, 5)}…${digits.slice(-4)}` : digits });
}
