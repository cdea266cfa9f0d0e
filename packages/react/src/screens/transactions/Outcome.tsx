import type { Chain, SentTransaction } from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import { explorerLink } from '../../display/index.ts';
import type { SendUiOptions } from '../../request.ts';
import { transactionOutcomeTexts } from '../../texts/generated/en/transactionOutcome.ts';
import { useTexts } from '../../texts/index.ts';
import { Button, Icon, Status, WebLink } from '../../ui/index.ts';
import { Buttons, PageActions } from '../Page.tsx';
import { CopyText, Row } from './Rows.tsx';

/** Receipt of a transaction (TX-02). */
export function Receipt({
  sent,
  chain,
  uiOptions,
  onDone,
}: {
  sent: SentTransaction;
  chain: Chain;
  uiOptions: SendUiOptions;
  onDone(): void;
}) {
  const texts = useTexts('transactionOutcome', transactionOutcomeTexts);
  return (
    <>
      <Status
        detail={uiOptions.successDescription ?? (sent.receipt ? texts.confirmed : texts.sent)}
        state="done"
        title={uiOptions.successHeader ?? texts.done}
      >
        <Explorer chain={chain} hash={sent.hash} />
      </Status>
      <PageActions>
        <Button autoFocus onClick={onDone}>
          {texts.close}
        </Button>
      </PageActions>
    </>
  );
}

/** Error, and the transaction's hash if it has one (TX-03). */
export function Failure({
  error,
  hash,
  chain,
  onRetry,
  onClose,
}: {
  error: ServiceError;
  hash: string | null;
  chain: Chain;
  onRetry(): void;
  onClose(): void;
}) {
  const texts = useTexts('transactionOutcome', transactionOutcomeTexts);
  return (
    <>
      <Status detail={error.message} state="failed" title={texts.failed}>
        <dl className="rows">
          <Row name={texts.code}>
            <span className="mono" translate="no">
              {error.code}
            </span>
          </Row>
          {hash ? (
            <Row name={texts.hash}>
              <CopyText copied={texts.copied} label={texts.copy} text={hash} />
            </Row>
          ) : null}
        </dl>
        {hash ? <Explorer chain={chain} hash={hash} /> : null}
      </Status>
      <PageActions>
        <Buttons>
          <Button autoFocus onClick={onRetry}>
            {texts.retry}
          </Button>
          <Button look="plain" onClick={onClose}>
            {texts.close}
          </Button>
        </Buttons>
      </PageActions>
    </>
  );
}

export function Explorer({ chain, hash }: { chain: Chain; hash: string }) {
  const texts = useTexts('transactionOutcome', transactionOutcomeTexts);
  return (
    <WebLink className="link explorer" href={explorerLink(chain, hash)}>
      {texts.explorer} <Icon name="outward" />
    </WebLink>
  );
}
