import type { PreparedTransaction } from '@latchkey/core';
import { NetworkMark } from '../../display/index.ts';
import type { SendUiOptions } from '../../request.ts';
import { transactionActionsTexts } from '../../texts/generated/en/transactionActions.ts';
import { transactionFactsTexts } from '../../texts/generated/en/transactionFacts.ts';
import { transactionReviewTexts } from '../../texts/generated/en/transactionReview.ts';
import { useTexts } from '../../texts/index.ts';
import { Button, Icon, Sentence } from '../../ui/index.ts';
import { isFundingOffered } from '../funding/isFundingOffered.ts';
import { Buttons, PageActions, PageHeading } from '../Page.tsx';
import { useSettings } from '../services.ts';
import { BigAmount, Cost, toAmountLines } from './Amounts.tsx';
import { ChangeRow, Changes, useChanges } from './Changes.tsx';
import { Details } from './Details.tsx';
import { describeAction } from './describe.ts';
import { factsOf } from './facts.ts';
import { FactRows, Row } from './Rows.tsx';
import { type Money, useSpelling } from './useSpelling.ts';
import { Warnings } from './Warnings.tsx';
import { YesButton } from './YesButton.tsx';

export interface ReviewProps {
  readonly prepared: PreparedTransaction;
  readonly act: 'send' | 'sign';
  readonly uiOptions: SendUiOptions;
  /** True if the wallet frame is ready to sign (SIGN-03). */
  readonly isReady: boolean;
  readonly isBusy: boolean;
  onApproved(): void;
  onRejected(): void;
  onAddFunds(): void;
  /** Prepares the transaction again from the chain's current state. */
  onAgain(): void;
}

/** Shows a transaction's actions, its costs and its warnings before the user agrees. */
export function Review({ prepared, act, uiOptions, isReady, isBusy, ...on }: ReviewProps) {
  const texts = useTexts('transactionReview', transactionReviewTexts);
  const sentences = useTexts('transactionActions', transactionActionsTexts);
  const money = useSpelling(prepared);
  const { name } = useSettings();
  const { action, chain, warnings } = prepared;
  const isFundable = useFundable(prepared);
  const changes = useChanges(prepared.changes, money);
  return (
    <>
      <PageHeading
        detail={uiOptions.description ?? texts.requests[act]({ app: name })}
        title={<Sentence>{describeAction(action, sentences, money)}</Sentence>}
      />
      {/* No control has the focus at first. A key that the user pressed for the host page could otherwise approve a
         transaction unread. */}
      <section aria-label={texts.review} className="review">
        <Amount money={money} prepared={prepared} />
        <Warnings warnings={warnings} {...('to' in action ? { compared: action.to } : {})} />
        <LikelyFails failure={prepared.failure} />
        <Changes changes={changes} />
        {action.kind === 'batch' ? (
          <ol className="steps">
            {action.actions.map((one, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a transaction never changes while it is shown.
              <li key={place}>
                <Sentence>{describeAction(one, sentences, money)}</Sentence>
              </li>
            ))}
          </ol>
        ) : null}
        <Summary money={money} prepared={prepared} />
        <Details money={money} prepared={prepared} uiOptions={uiOptions} />
      </section>
      <PageActions>
        {prepared.isShort && prepared.transaction ? (
          <p className="short">
            <span role="status">
              {texts.missing({ amount: money.coin(prepared.total - prepared.balance), network: chain.name })}
              {isFundable ? ` ${texts.addFundsOn({ network: chain.name })}` : null}
            </span>{' '}
            <button className="link" onClick={on.onAgain} type="button">
              {texts.again}
            </button>
          </p>
        ) : null}
        <Buttons>
          <Agree
            {...on}
            act={act}
            isBusy={isBusy}
            isReady={isReady}
            prepared={prepared}
            uiOptions={uiOptions}
          />
          <Button disabled={isBusy} look="plain" onClick={on.onRejected}>
            {texts.reject}
          </Button>
        </Buttons>
      </PageActions>
    </>
  );
}

/** Warns if the transaction will likely fail (TX-15), or if a needed answer of the node is missing. */
export function LikelyFails({ failure }: Pick<PreparedTransaction, 'failure'>) {
  const texts = useTexts('transactionReview', transactionReviewTexts);
  if (!failure) return null;
  return (
    <p className="notice" role="alert">
      <Icon name="info" />
      {texts.likelyFails}
    </p>
  );
}

function Agree({ prepared, act, uiOptions, isReady, isBusy, onApproved, onAddFunds, onAgain }: ReviewProps) {
  const texts = useTexts('transactionReview', transactionReviewTexts);
  const isFundable = useFundable(prepared);
  if (!prepared.transaction) return <Button onClick={onAgain}>{texts.again}</Button>;
  if (prepared.isShort && isFundable) return <Button onClick={onAddFunds}>{texts.addFunds}</Button>;
  if (prepared.isShort) return <Button disabled>{texts.short}</Button>;
  return (
    <YesButton
      again={texts.confirmTwice[act]}
      busy={isBusy}
      disabled={!isReady}
      isDangerous={prepared.warnings.length > 0}
      label={uiOptions.buttonText ?? texts.confirm[act]}
      onPress={onApproved}
    />
  );
}

/** Returns true if the app offers to fund a wallet on this chain (TX-04). */
function useFundable({ chain }: PreparedTransaction): boolean {
  return isFundingOffered(useSettings(), chain);
}

/** Amount that the transaction moves. For coins also the value, in the order that the app sets (DISP-09). */
function Amount({ prepared: { action, request }, money }: { prepared: PreparedTransaction; money: Money }) {
  return <BigAmount lines={amountsOf()} />;

  function amountsOf(): string[] {
    switch (action.kind) {
      case 'token-transfer':
        return [money.token(action.token, action.amount) ?? ''].filter(Boolean);
      case 'transfer':
        return toAmountLines(request.value, money);
      default:
        return request.value > 0n ? toAmountLines(request.value, money) : [];
    }
  }
}

function Summary({ prepared, money }: { prepared: PreparedTransaction; money: Money }) {
  const texts = useTexts('transactionReview', transactionReviewTexts);
  const facts = useTexts('transactionFacts', transactionFactsTexts);
  const actions = useTexts('transactionActions', transactionActionsTexts);
  const { action, chain, fee, total } = prepared;
  return (
    <dl className="rows">
      <ChangeRow changes={useChanges(prepared.changes, money)} />
      <FactRows facts={factsOf(action, { facts, actions, spelling: money })} />
      <Row name={texts.network}>
        <span className="network">
          <NetworkMark chainId={chain.id} />
          <bdi>{chain.name}</bdi>
        </span>
      </Row>
      {prepared.transaction ? (
        <>
          <Row name={texts.fee}>
            <Cost lines={toAmountLines(fee.total, money)} />
          </Row>
          <Row name={texts.total}>
            <Cost lines={toAmountLines(total, money)} />
          </Row>
        </>
      ) : null}
    </dl>
  );
}
