import type { PreparedTransaction, UnsignedTransaction } from '@latchkey/core';
import type { SendUiOptions } from '../../request.ts';
import { transactionDetailsTexts } from '../../texts/generated/en/transactionDetails.ts';
import { useTexts } from '../../texts/index.ts';
import { Icon } from '../../ui/index.ts';
import { Address, Row } from './Rows.tsx';
import type { Money } from './useSpelling.ts';

interface DetailsProps {
  readonly prepared: PreparedTransaction;
  readonly money: Money;
  readonly uiOptions: SendUiOptions;
}

/**
 * Fields of the transaction that is signed, amounts with all their digits, and separately the host app's texts about
 * its action.
 */
export function Details({ prepared, money, uiOptions: { transactionInfo = {} } }: DetailsProps) {
  const texts = useTexts('transactionDetails', transactionDetailsTexts);
  return (
    <details
      className="details"
      onToggle={({ currentTarget }) => currentTarget.open && currentTarget.scrollIntoView({ block: 'start' })}
    >
      <summary>
        <span>{transactionInfo.title ?? texts.title}</span>
        <Icon name="unfold" />
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (axe). */}
      <section aria-label={transactionInfo.title ?? texts.title} className="details-panel" tabIndex={0}>
        <AppWords info={transactionInfo} />
        <dl className="rows">
          <Row name={texts.from}>
            <Address of={prepared.address} />
          </Row>
          {prepared.request.to ? (
            <Row name={texts.to}>
              <Address of={prepared.request.to} />
            </Row>
          ) : null}
          <Row name={texts.value}>{money.exactly(prepared.request.value)}</Row>
          {prepared.transaction ? <Numbers money={money} transaction={prepared.transaction} /> : null}
          {prepared.fee.layer1 > 0n ? (
            <Row name={texts.layer1}>{money.exactly(prepared.fee.layer1)}</Row>
          ) : null}
        </dl>
        {prepared.request.data === '0x' ? null : (
          <>
            <p className="muted small">{texts.data}</p>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above. */}
            <p className="sheet message mono" tabIndex={0} translate="no">
              {prepared.request.data}
            </p>
          </>
        )}
      </section>
    </details>
  );
}

function Numbers({ transaction, money }: { transaction: UnsignedTransaction; money: Money }) {
  const texts = useTexts('transactionDetails', transactionDetailsTexts);
  const { nonce, gasLimit, gasPrice, maxFeePerGas, maxPriorityFeePerGas, accessList = [] } = transaction;
  const prices = [
    [texts.gasPrice, gasPrice],
    [texts.maxFee, maxFeePerGas],
    [texts.maxPriorityFee, maxPriorityFeePerGas],
  ] as const;
  return (
    <>
      <Row name={texts.nonce}>{nonce}</Row>
      <Row name={texts.gasLimit}>{money.number(BigInt(gasLimit))}</Row>
      {prices.map(([name, price]) =>
        price === undefined ? null : (
          <Row key={name} name={name}>
            {money.exactly(BigInt(price))}
          </Row>
        ),
      )}
      {accessList.length > 0 ? (
        <Row name={texts.accessList}>
          <span className="mono" translate="no">
            {accessList.map(({ address }) => address).join(' ')}
          </span>
        </Row>
      ) : null}
    </>
  );
}

/**
 * The host app's image and texts about the transaction's action. A malicious host app could describe something other
 * than what the transaction does, so they are shown separately, under a heading that names their origin. The host app's
 * `description`, its title of the details and its button text have no such heading.
 */
function AppWords({ info }: { info: NonNullable<SendUiOptions['transactionInfo']> }) {
  const texts = useTexts('transactionDetails', transactionDetailsTexts);
  const { action, actionDescription, contractInfo } = info;
  if (!action && !actionDescription && !contractInfo?.imgUrl) return null;
  return (
    <div className="app-words">
      <p className="muted small">{texts.app}</p>
      {contractInfo?.imgUrl ? (
        <img
          alt={contractInfo.imgAltText ?? ''}
          className="sign-icon"
          referrerPolicy="no-referrer"
          src={contractInfo.imgUrl}
        />
      ) : null}
      {action ? <p className="strong">{action}</p> : null}
      {actionDescription ? <p className="muted">{actionDescription}</p> : null}
    </div>
  );
}
