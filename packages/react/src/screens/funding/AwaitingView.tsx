import {
  type FundingPhase,
  type FundingRequest,
  type Quote,
  sendQuote,
  sendTransfer,
  watchQuote,
} from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import { useCallback, useEffect, useRef, useState } from 'react';
import { explorerLink } from '../../display/index.ts';
import { connectionTexts } from '../../texts/generated/en/connection.ts';
import { fundingTexts } from '../../texts/generated/en/funding.ts';
import { fundingAwaitingTexts } from '../../texts/generated/en/fundingAwaiting.ts';
import { fundingWalletTexts } from '../../texts/generated/en/fundingWallet.ts';
import { transactionOutcomeTexts } from '../../texts/generated/en/transactionOutcome.ts';
import { useTexts } from '../../texts/index.ts';
import { Button, Icon, Status, WebLink } from '../../ui/index.ts';
import { PageActions } from '../Page.tsx';
import type { Failed, ViewProps } from '../screen.ts';
import { useServices } from '../services.ts';
import { useTask } from '../useTask.ts';
import { walletsCss } from '../wallets/external/wallets.css.ts';
import { FundingPage } from './FundingPage.tsx';
import { shownNetwork } from './network.ts';
import type { FundingPlace } from './place.ts';
import type { TransferPlan } from './plan.ts';
import { TransferRows } from './TransferRows.tsx';
import { arrivedOf, quoteFee, totalOf, transferFee } from './transferFee.ts';
import { useMoney } from './useMoney.ts';
import { useRequest } from './useRequest.ts';

type End = 'completed' | 'refunded' | 'failed';

export interface AwaitingProps extends FundingPlace {
  readonly plan: TransferPlan;
  /** Hash of the sent transaction. If set, nothing is sent again. */
  readonly hash?: string | undefined;
  /** Outcome of a transfer between networks. @default the transfer is followed */
  readonly outcome?: End | undefined;
  /** Error of the attempt to send the transaction. */
  readonly error?: ServiceError | undefined;
}

export interface AwaitingExits {
  /** Exits as the wallet is asked to pay. Sending continues without the screen. */
  submitted: { sending: Promise<string> };
  sent: { hash: string };
  ended: { outcome: End };
  /** Exits if the quote was replaced. */
  changed: { quote: Quote };
  failed: Failed<AwaitingProps>;
  again: undefined;
  done: undefined;
}

type AwaitingViewProps = ViewProps<AwaitingProps, AwaitingExits>;

/** Shows a confirmed transfer, from the wallet's prompt to the arrived funds (FUND-11, FUND-14). */
export function AwaitingView({ props, exit }: AwaitingViewProps) {
  return (
    <FundingPage
      onContinue={() => exit('done')}
      onFailed={(error) => exit('failed', { error })}
      place={props}
      sheet={walletsCss}
      way={props.plan.way}
    >
      {(request) => <Awaiting exit={exit} props={props} request={request} />}
    </FundingPage>
  );
}

type PartProps = AwaitingViewProps & { readonly request: FundingRequest };

function Awaiting({ props, exit, request }: PartProps) {
  const { plan, hash, outcome, error } = props;
  if (error) return <NotSent error={error} exit={exit} />;
  if (hash === undefined) return <Sending exit={exit} props={props} request={request} />;
  const end = plan.way === 'wallet' ? 'completed' : outcome;
  if (end) return <Ended exit={exit} outcome={end} props={props} request={request} />;
  return <OnItsWay exit={exit} props={props} request={request} />;
}

function Sending({ props: { plan }, exit, request }: PartProps) {
  const texts = useTexts('fundingAwaiting', fundingAwaitingTexts);
  const { client } = useServices();
  const [phase, setPhase] = useState<FundingPhase>('preparing');
  const isSubmitted = useRef(false);
  const { run } = useTask({
    async work() {
      const sending = send();
      tell.current = sending;
      return sending;
    },
    onDone: (hash) => exit('sent', { hash }),
    onFailed(error) {
      const quote = error.details?.quote as Quote | undefined;
      if (error.code === 'quote_refused' && error.details?.reason === 'changed' && quote)
        exit('changed', { quote });
      else exit('failed', { error });
    },
  });
  const tell = useRef<Promise<string> | null>(null);

  async function send(): Promise<string> {
    const onPhase = (next: FundingPhase) => {
      setPhase(next);
      if (next === 'preparing' || isSubmitted.current || !tell.current) return;
      isSubmitted.current = true;
      exit('submitted', { sending: tell.current });
    };
    if (plan.way === 'wallet') return (await sendTransfer(client, plan.transfer, { onPhase })).hash;
    const { quote, wallet } = plan;
    return (await sendQuote(client, { quote, request, wallet }, { onPhase })).hash;
  }

  useEffect(() => run(), [run]);
  return (
    <Under detail={texts[phase]} plan={plan} request={request} state="busy" title={titleOf(plan, texts)} />
  );
}

function OnItsWay({ props: { plan, hash }, exit, request }: PartProps) {
  const texts = useTexts('fundingAwaiting', fundingAwaitingTexts);
  const { client } = useServices();
  const load = useCallback(
    async (signal: AbortSignal): Promise<End> =>
      plan.way === 'wallet' ? 'completed' : watchQuote(client, plan.quote, { signal }),
    [client, plan],
  );
  const { value } = useRequest(load);
  useEffect(() => {
    if (value) exit('ended', { outcome: value });
  }, [value, exit]);
  return (
    <Under
      detail={texts.onItsWay}
      hash={hash}
      plan={plan}
      request={request}
      state="busy"
      title={titleOf(plan, texts)}
    />
  );
}

function Ended({ props: { plan, hash, returnTo }, exit, request, outcome }: PartProps & { outcome: End }) {
  const texts = useTexts('fundingAwaiting', fundingAwaitingTexts);
  const funding = useTexts('funding', fundingTexts);
  const money = useMoney();
  const isDone = outcome === 'completed';
  return (
    <>
      <Under
        detail={
          isDone
            ? texts.doneDetail({
                amount: arrivedOf(plan, money),
                network: shownNetwork(request.network).name,
              })
            : outcome === 'refunded'
              ? texts.refunded
              : texts.failedDetail
        }
        hash={hash}
        plan={plan}
        request={request}
        state={isDone ? 'done' : 'failed'}
        title={isDone ? texts.done : texts.failed}
      />
      <PageActions>
        <Button autoFocus onClick={() => exit(isDone ? 'done' : 'again')}>
          {isDone ? (returnTo ? funding.continue : funding.close) : funding.again}
        </Button>
      </PageActions>
    </>
  );
}

/** Shows that the user declined in the wallet, that the quote was refused, or that the transfer failed. */
function NotSent({ error, exit }: { error: ServiceError } & Pick<PartProps, 'exit'>) {
  const texts = useTexts('fundingAwaiting', fundingAwaitingTexts);
  const transfer = useTexts('fundingWallet', fundingWalletTexts);
  const funding = useTexts('funding', fundingTexts);
  const connection = useTexts('connection', connectionTexts);
  const said = {
    user_rejected_request: { title: connection.rejected, detail: texts.rejectedDetail },
    quote_refused: { title: texts.notSent, detail: transfer.refused },
  } as const;
  // A failed transfer may have been sent, if the wallet was asked to pay.
  const words =
    error.code === 'user_rejected_request' || error.code === 'quote_refused'
      ? said[error.code]
      : { title: texts.failed, detail: texts.unsure };
  return (
    <>
      <Status state="failed" {...words} />
      <PageActions>
        <Button autoFocus onClick={() => exit('again')}>
          {funding.again}
        </Button>
      </PageActions>
    </>
  );
}

interface UnderProps {
  readonly plan: TransferPlan;
  readonly request: FundingRequest;
  readonly state: 'busy' | 'done' | 'failed';
  readonly title: string;
  readonly detail?: string | undefined;
  readonly hash?: string | undefined;
}

function Under({ plan, request, state, title, detail, hash }: UnderProps) {
  const outcome = useTexts('transactionOutcome', transactionOutcomeTexts);
  const money = useMoney();
  const chain =
    plan.way === 'bridge'
      ? plan.quote.from
      : plan.transfer.network.chainType === 'ethereum'
        ? plan.transfer.network.chain
        : null;
  return (
    <Status state={state} title={title} {...(detail ? { detail } : {})}>
      <TransferRows
        fee={plan.way === 'wallet' ? transferFee(plan.transfer, money) : quoteFee(plan.quote, money)}
        network={request.network}
        recipient={request.address}
        total={totalOf(plan, money)}
      />
      {hash !== undefined && chain ? (
        <WebLink className="link explorer" href={explorerLink(chain, hash)}>
          {outcome.explorer} <Icon name="outward" />
        </WebLink>
      ) : null}
    </Status>
  );
}

function titleOf(plan: TransferPlan, texts: typeof fundingAwaitingTexts): string {
  return plan.way === 'wallet'
    ? texts.confirming({ wallet: plan.transfer.wallet.meta.name })
    : texts.bridging({ wallet: plan.wallet.meta.name });
}
