import type { BalanceChange, PreparedTransaction } from '@latchkey/core/startup';
import { useTexts } from '../../ui/index.ts';
import { transactionActionTexts } from './describe.ts';
import { Row } from './Rows.tsx';
import type { Money } from './useSpelling.ts';

export const transactionChangeTexts = {
  title: 'Expected changes',
  none: 'Nothing in your wallet changes.',
} as const;

interface ChangesProps {
  readonly changes: PreparedTransaction['changes'];
  readonly money: Money;
}

/** What the node expects to leave and to come, where that is more than one thing; nothing where it says nothing. */
export function Changes({ changes, money }: ChangesProps) {
  const texts = useTexts('transactionChanges', transactionChangeTexts);
  if (changes === null || changes.length === 1) return null;
  return (
    <div className="changes">
      <p className="muted small">{texts.title}</p>
      {changes.length === 0 ? <p>{texts.none}</p> : null}
      <ul>
        {changes.map((change) => (
          <li key={`${change.token} ${change.id}`}>
            <Change change={change} money={money} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The same where it is one thing, as a row. */
export function ChangeRow({ changes, money }: ChangesProps) {
  const texts = useTexts('transactionChanges', transactionChangeTexts);
  const [change, ...others] = changes ?? [];
  if (!change || others.length > 0) return null;
  return (
    <Row name={texts.title}>
      <Change change={change} money={money} />
    </Row>
  );
}

function Change({ change: { token, id, amount }, money }: { change: BalanceChange; money: Money }) {
  const sentences = useTexts('transactionActions', transactionActionTexts);
  const size = amount < 0n ? -amount : amount;
  return (
    <bdi className="change" data-sign={amount < 0n ? 'out' : 'in'} dir="ltr">
      {amount < 0n ? '−' : '+'}
      {spell()}
    </bdi>
  );

  function spell(): string {
    if (token === null) return money.coin(size);
    if (id !== null) return sentences.item(id.toString());
    return money.token(token, size) ?? sentences.units(money.number(size), money.tokenName(token));
  }
}
