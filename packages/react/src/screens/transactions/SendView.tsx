import {
  type PreparedTransaction,
  prepareTransaction,
  type SentTransaction,
  signPreparedTransaction,
  submitTransaction,
  waitForReceipt,
} from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import { useEffect, useRef, useState } from 'react';
import type { SendInput } from '../../request.ts';
import { sendTexts } from '../../texts/generated/en/send.ts';
import { useTexts } from '../../texts/index.ts';
import { Status, Title, useSheet } from '../../ui/index.ts';
import { useExplanation } from '../explanation.ts';
import { Page } from '../Page.tsx';
import type { Failed, ViewProps } from '../screen.ts';
import { useServices, useSettings } from '../services.ts';
import { useTask } from '../useTask.ts';
import { ApprovalView } from '../wallets/ApprovalView.tsx';
import { signingCss } from '../wallets/signing.css.ts';
import { useFrameReady } from '../wallets/useFrameReady.ts';
import { missingOf } from './missingOf.ts';
import { Explorer, Failure, Receipt } from './Outcome.tsx';
import { LikelyFails, Review } from './Review.tsx';
import { transactionsCss } from './transactions.css.ts';
import { type Sign, useQuestion } from './useQuestion.ts';

export interface SendProps {
  readonly act: 'send' | 'sign';
  readonly request: SendInput;
  /**
   * Transaction that the user approved before a step-up, such as the wallet's recovery. It continues without another
   * click. Not set if the wallet's own iframe asks for the approval. @default none
   */
  readonly approved?: PreparedTransaction | undefined;
  readonly failure?: { readonly error: ServiceError; readonly hash: Hash | null };
  /** Hash of the attempt that this one repeats. */
  readonly retryOf?: Hash | null;
  readonly sent?: SentTransaction;
}

type Hash = SentTransaction['hash'];

export interface SendExits {
  /** The user approved. From here on the transaction continues by itself. */
  submitted: { sending: Promise<SentTransaction> };
  sent: SentTransaction;
  signed: { signature: string };
  rejected: undefined;
  failed: Failed<SendProps> & { hash?: Hash | null };
  retried: undefined;
  /** The balance is too low. `amount` is the missing amount, `target` the required balance in the smallest unit. */
  'add-funds': { amount: string; target: bigint };
  done: undefined;
}

type SendViewProps = ViewProps<SendProps, SendExits>;

/** A transaction from preparation to receipt (TX-01). */
export function SendView({ props, exit }: SendViewProps) {
  const { request, sent, failure } = props;
  const { chain, uiOptions = {} } = request;
  const page = useRef<HTMLDivElement>(null);
  useSheet(page, signingCss);
  useSheet(page, transactionsCss);
  return (
    <Page pageRef={page}>
      {sent ? (
        <Receipt chain={chain} onDone={() => exit('done')} sent={sent} uiOptions={uiOptions} />
      ) : failure ? (
        <Failure {...failure} chain={chain} onClose={() => exit('done')} onRetry={() => exit('retried')} />
      ) : (
        <Attempt exit={exit} props={props} />
      )}
    </Page>
  );
}

function Attempt({ props, exit }: SendViewProps) {
  const { request, approved, retryOf } = props;
  const { transaction, address } = request;
  const texts = useTexts('send', sendTexts);
  const { client } = useServices();
  const [prepared, setPrepared] = useState(approved ?? null);
  const { run: prepare, status } = useTask({
    work: () => prepareTransaction(client, { transaction, address, ...(retryOf ? { retryOf } : {}) }),
    onDone: setPrepared,
    onFailed: (error) => exit('failed', { error }),
  });
  useEffect(() => {
    if (!approved) prepare();
  }, [approved, prepare]);
  if (!prepared || status === 'running') return <Status state="busy" title={texts.preparing} />;
  return <Answer exit={exit} onAgain={prepare} prepared={prepared} props={props} />;
}

type AnswerProps = SendViewProps & { readonly prepared: PreparedTransaction; onAgain(): void };

function Answer({ props, exit, prepared, onAgain }: AnswerProps) {
  const { act, request, approved } = props;
  const texts = useTexts('send', sendTexts);
  const { client } = useServices();
  const { approval } = useSettings().embeddedWallets;
  useExplanation(texts.explanation);
  const [hash, setHash] = useState<Hash | null>(null);
  const known = useRef<Hash | null>(null);
  const { asked, confirm, reject } = useQuestion();
  const isAskedThere = approval === 'frame' && !prepared.continues;

  async function send(sign: { sign?: Sign }): Promise<SentTransaction> {
    known.current = await submitTransaction(client, { prepared, ...sign });
    setHash(known.current);
    if (!request.waitForConfirmation) return { hash: known.current, receipt: null };
    const { id: chainId } = prepared.chain;
    const receipt = await waitForReceipt(client, { hash: known.current, chainId });
    return { hash: receipt.transactionHash, receipt };
  }

  const { run, status } = useTask({
    async work() {
      const deferred = (sending: Promise<SentTransaction>) => exit('submitted', { sending });
      if (act === 'sign') {
        const sign = isAskedThere ? { sign: confirm } : {};
        const signature = await signPreparedTransaction(client, { prepared, ...sign });
        return () => exit('signed', { signature });
      }
      if (!isAskedThere) {
        const sending = send({});
        deferred(sending);
        const sent = await sending;
        return () => exit('sent', sent);
      }
      const sending: Promise<SentTransaction> = send({
        async sign(question) {
          const signature = await confirm(question);
          deferred(sending);
          return signature;
        },
      });
      const sent = await sending;
      return () => exit('sent', sent);
    },
    onDone: (leave) => leave(),
    onFailed(error) {
      if (isAskedThere && error.code === 'user_rejected_request') return exit('rejected');
      // An approved transaction continues by itself after the wallet's recovery or a fresh login, but only once.
      const again = { approved: approved || isAskedThere ? undefined : prepared };
      exit('failed', { error, hash: known.current ?? hashOf(error), again });
    },
  });
  const isReady = useFrameReady(client, (error) => exit('failed', { error, again: { approved: undefined } }));
  // A transaction that was approved before, or that the wallet's own iframe asks about, needs no click here.
  const isDue =
    approved || prepared.continues
      ? isReady
      : isAskedThere && prepared.transaction !== null && !prepared.isShort;
  useEffect(() => {
    if (isDue) run();
  }, [isDue, run]);

  if (asked)
    return (
      <>
        <Title>{texts.sign}</Title>
        <LikelyFails failure={prepared.failure} />
        <ApprovalView
          label={texts.contents}
          onFailed={asked.reject}
          onRejected={reject}
          onSigned={(signature) => asked.resolve(signature as Hash)}
          request={asked.request}
        />
      </>
    );
  if (act === 'sign' && status === 'done') return <Status state="done" title={texts.signed} />;
  if (act === 'send' && (status === 'running' || status === 'done'))
    return <Sending chain={prepared.chain} hash={hash} />;
  return (
    <Review
      act={act}
      isBusy={Boolean(approved) || status === 'running'}
      isReady={isReady}
      onAddFunds={() => exit('add-funds', { amount: missingOf(prepared), target: prepared.total })}
      onAgain={onAgain}
      onApproved={run}
      onRejected={() => exit('rejected')}
      prepared={prepared}
      uiOptions={request.uiOptions ?? {}}
    />
  );
}

function Sending({ chain, hash }: { chain: PreparedTransaction['chain']; hash: Hash | null }) {
  const texts = useTexts('send', sendTexts);
  return (
    <Status detail={texts.detail} state="busy" title={hash ? texts.confirming : texts.sending}>
      {hash ? <Explorer chain={chain} hash={hash} /> : null}
    </Status>
  );
}

/** Returns the hash of a transaction that was signed before it failed. */
function hashOf({ details }: ServiceError): Hash | null {
  return typeof details?.hash === 'string' ? (details.hash as Hash) : null;
}
