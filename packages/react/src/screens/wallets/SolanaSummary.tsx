import type { PreparedSolanaTransaction } from '@latchkey/core';
import type { ReadablePart } from '@latchkey/frame/readable';
import { useRef } from 'react';
import { NetworkMark } from '../../display/index.ts';
import { solanaFactsTexts } from '../../texts/generated/en/solanaFacts.ts';
import { transactionFactsTexts } from '../../texts/generated/en/transactionFacts.ts';
import { transactionReviewTexts } from '../../texts/generated/en/transactionReview.ts';
import { useTexts } from '../../texts/index.ts';
import { Icon, useSheet } from '../../ui/index.ts';
import { BigAmount, Cost, toAmountLines } from '../transactions/Amounts.tsx';
import { ChangeRow, Changes } from '../transactions/Changes.tsx';
import { Address, Row } from '../transactions/Rows.tsx';
import { transactionsCss } from '../transactions/transactions.css.ts';
import { listRecipients, useSolanaMoney } from './solanaFacts.ts';

interface SolanaSummaryProps {
  readonly facts: PreparedSolanaTransaction;
  readonly parts: readonly ReadablePart[];
}

/** Recipients of a transaction's plain transfers, and the network's simulation, laid out as on Ethereum. */
export function SolanaSummary({ facts, parts }: SolanaSummaryProps) {
  const place = useRef<HTMLDivElement>(null);
  useSheet(place, transactionsCss);
  const texts = useTexts('solanaFacts', solanaFactsTexts);
  const review = useTexts('transactionReview', transactionReviewTexts);
  const { recipient, token } = useTexts('transactionFacts', transactionFactsTexts);
  const { network, money, mints, changes, paid, total } = useSolanaMoney(facts);
  const notice = facts.willFail ? texts.willFail : changes === null ? texts.notChecked : null;
  const cost = (lamports: bigint | null) =>
    lamports === null ? texts.unknown : <Cost lines={toAmountLines(lamports, money)} />;
  return (
    <div className="review" ref={place}>
      {paid === null ? null : <BigAmount lines={toAmountLines(paid, money)} />}
      {notice === null ? null : (
        <p className="notice" role="alert">
          <Icon name="info" />
          {notice}
        </p>
      )}
      <Changes changes={changes} />
      <dl className="rows">
        <ChangeRow changes={changes} />
        {listRecipients(parts).map((to) => (
          <Row key={to} name={recipient}>
            <Address of={to} />
          </Row>
        ))}
        {mints.map((mint) => (
          <Row key={mint} name={token}>
            <Address of={mint} />
          </Row>
        ))}
        <Row name={review.network}>
          <span className="network">
            <NetworkMark chainId={0} />
            <bdi>{network}</bdi>
          </span>
        </Row>
        <Row name={texts.fee}>{cost(facts.fee)}</Row>
        {total === null ? null : <Row name={review.total}>{cost(total)}</Row>}
        <Row name={texts.balance}>{cost(facts.balance)}</Row>
      </dl>
    </div>
  );
}
