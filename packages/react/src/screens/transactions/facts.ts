import type { TransactionAction } from '@latchkey/core';
import type { transactionActionsTexts } from '../../texts/generated/en/transactionActions.ts';
import type { transactionFactsTexts } from '../../texts/generated/en/transactionFacts.ts';
import type { Spelling } from './describe.ts';

type Texts = typeof transactionFactsTexts;

/** A fact about an action: an address that can be compared and copied, or a text. */
export type Fact =
  | { readonly name: string; readonly address: string }
  | { readonly name: string; readonly text: string; readonly isCode?: true };

interface Words {
  readonly facts: Texts;
  readonly actions: typeof transactionActionsTexts;
  readonly spelling: Spelling;
}

/**
 * Lists facts of an action, such as addresses and amounts. For a transfer or approval of an ERC-20 token, the list
 * starts with Action, Amount and Spender. The Spender row of a transfer shows the recipient (TX-06).
 */
export function factsOf(action: TransactionAction, words: Words): Fact[] {
  const { facts: texts, actions: sentences, spelling } = words;
  switch (action.kind) {
    case 'transfer':
      return [{ name: texts.recipient, address: action.to }];
    case 'token-transfer':
      return [
        { name: texts.action, text: texts.actions.transfer },
        { name: texts.amount, text: amountOf(action, words) },
        { name: texts.spender, address: action.to },
        { name: texts.token, address: action.token },
      ];
    case 'token-approval': {
      const isRevoked = action.amount === 0n || action.change === 'decrease';
      return [
        { name: texts.action, text: isRevoked ? texts.actions.revoke : texts.actions.approve },
        { name: texts.amount, text: action.isUnlimited ? texts.unlimited : amountOf(action, words) },
        { name: texts.spender, address: action.spender },
        { name: texts.token, address: action.token },
      ];
    }
    case 'nft-transfer':
      return [
        { name: texts.action, text: texts.actions.transfer },
        ...action.items.map(({ id, amount }) => ({
          name: texts.amount,
          text: `${spelling.number(amount)} × ${sentences.item({ id: id.toString() })}`,
        })),
        { name: texts.recipient, address: action.to },
        { name: texts.collection, address: action.collection },
      ];
    case 'nft-approval':
      return [
        { name: texts.action, text: action.isGranted ? texts.actions.approve : texts.actions.revoke },
        {
          name: texts.amount,
          text: action.id === null ? texts.everything : sentences.item({ id: action.id.toString() }),
        },
        { name: texts.spender, address: action.operator },
        { name: texts.collection, address: action.collection },
      ];
    case 'wrap':
    case 'unwrap':
      return [{ name: texts.contract, address: action.token }];
    case 'batch':
      return [{ name: texts.contract, address: action.contract }];
    case 'creation':
      return [{ name: texts.size, text: texts.bytes({ count: action.bytes }) }];
    case 'call':
      return [
        { name: texts.contract, address: action.to },
        ...(action.selector === null
          ? []
          : [{ name: texts.function, text: action.selector, isCode: true } as const]),
      ];
  }
}

function amountOf(
  { token, amount }: { readonly token: string; readonly amount: bigint },
  { actions, spelling }: Words,
): string {
  return (
    spelling.token(token, amount) ??
    actions.units({ amount: spelling.number(amount), token: spelling.tokenName(token) })
  );
}
