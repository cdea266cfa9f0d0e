import type { BalanceChange } from '@latchkey/core';
import { transactionActionsTexts } from '../../texts/generated/en/transactionActions.ts';
import { transactionChangesTexts } from '../../texts/generated/en/transactionChanges.ts';
import { useTexts } from '../../texts/index.ts';
import { Sentence } from '../../ui/index.ts';
import { Row } from './Rows.tsx';
import type { Money } from './useSpelling.ts';

export interface Change {
  readonly key: string;
  readonly isOut: boolean;
  /** Amount and asset, without a sign. */
  readonly text: string;
}

/** Changes that the node's simulation expects. Null if it reports nothing. */
type Expected = { readonly changes: readonly Change[] | null };

/** List of changes, if there are several or none. */
export function Changes({ changes }: Expected) {
  const texts = useTexts('transactionChanges', transactionChangesTexts);
  if (changes === null || changes.length === 1) return null;
  return (
    <div className="changes">
      <p className="muted small">{texts.title}</p>
      {changes.length === 0 ? <p>{texts.none}</p> : null}
      <ul>
        {changes.map((change) => (
          <li key={change.key}>
            <Signed {...change} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Row for the change, if there is exactly one. */
export function ChangeRow({ changes }: Expected) {
  const texts = useTexts('transactionChanges', transactionChangesTexts);
  const [change, ...others] = changes ?? [];
  if (!change || others.length > 0) return null;
  return (
    <Row name={texts.title}>
      <Signed {...change} />
    </Row>
  );
}

function Signed({ isOut, text }: Change) {
  return (
    <bdi className="change" data-sign={isOut ? 'out' : 'in'} dir="ltr">
      {isOut ? '−' : '+'}
      <Sentence>{text}</Sentence>
    </bdi>
  );
}

export function useChanges(changes: readonly BalanceChange[] | null, money: Money): readonly Change[] | null {
  const sentences = useTexts('transactionActions', transactionActionsTexts);
  return changes?.map(spell) ?? null;

  function spell({ token, id, amount }: BalanceChange): Change {
    const size = amount < 0n ? -amount : amount;
    return { key: `${token} ${id}`, isOut: amount < 0n, text: textOf(token, id, size) };
  }
  function textOf(token: string | null, id: bigint | null, size: bigint): string {
    if (token === null) return money.coin(size);
    if (id !== null) return sentences.item({ id: id.toString() });
    return (
      money.token(token, size) ??
      sentences.units({ amount: money.number(size), token: money.tokenName(token) })
    );
  }
}
