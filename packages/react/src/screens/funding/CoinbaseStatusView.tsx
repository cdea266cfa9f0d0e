import { type FundingRequest, openFundingPopup, startCoinbase, watchCoinbase } from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import { useCallback, useEffect, useState } from 'react';
import { coinbaseOnRampTexts } from '../../texts/generated/en/coinbaseOnRamp.ts';
import { fundingTexts } from '../../texts/generated/en/funding.ts';
import { useTexts } from '../../texts/index.ts';
import { Button, Status } from '../../ui/index.ts';
import { PageActions } from '../Page.tsx';
import type { Failed, ViewProps } from '../screen.ts';
import { useServices } from '../services.ts';
import { useTask } from '../useTask.ts';
import { FundingPage } from './FundingPage.tsx';
import { FundingOrder, News } from './parts.tsx';
import type { FundingPlace } from './place.ts';
import { useRequest } from './useRequest.ts';

type End = 'success' | 'failure' | 'exit' | 'timeout';

export interface CoinbaseStatusProps extends FundingPlace {
  /** The window that was opened in the press; null where there was no press, or the browser opened none. */
  readonly popup: Window | null;
  /** Whether the browser opened none in a press. @default false */
  readonly isBlocked?: true | undefined;
  /** The purchase, once there is one. */
  readonly id?: string | undefined;
  /** What became of it. @default it is followed */
  readonly outcome?: End | undefined;
}

export interface CoinbaseStatusExits {
  opened: { popup: Window };
  started: { id: string };
  ended: { outcome: End };
  again: undefined;
  failed: Failed<CoinbaseStatusProps>;
  done: undefined;
  back: undefined;
}

const icons = {
  time: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM10 6v4.25l2.75 1.75',
  window:
    'M4.5 3.5h11A1.5 1.5 0 0 1 17 5v10a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 15V5a1.5 1.5 0 0 1 1.5-1.5ZM3 7.5h14M5.5 5.5h.01M8 5.5h.01',
} as const;

type CoinbaseStatusViewProps = ViewProps<CoinbaseStatusProps, CoinbaseStatusExits>;

/** A purchase at Coinbase, from its window to what became of it (COIN-05, COIN-06). */
export function CoinbaseStatusView({ props, exit }: CoinbaseStatusViewProps) {
  const fail = useCallback((error: ServiceError) => exit('failed', { error }), [exit]);
  return (
    <FundingPage onContinue={() => exit('done')} onFailed={fail} place={props} way="coinbase">
      {(request) => <Purchase exit={exit} props={props} request={request} />}
    </FundingPage>
  );
}

type PurchaseProps = CoinbaseStatusViewProps & { readonly request: FundingRequest };

function Purchase({ props, exit, request }: PurchaseProps) {
  const { popup, id, outcome } = props;
  if (outcome) return <Ended exit={exit} outcome={outcome} props={props} request={request} />;
  if (id !== undefined) return <Follow exit={exit} id={id} popup={popup} request={request} />;
  if (popup) return <Start exit={exit} popup={popup} request={request} />;
  return <Ready exit={exit} isBlocked={props.isBlocked === true} request={request} />;
}

/** Waits for a press, because no browser opens a window without one. */
function Ready({
  exit,
  request,
  ...before
}: Pick<PurchaseProps, 'exit' | 'request'> & { isBlocked: boolean }) {
  const texts = useTexts('coinbaseOnRamp', coinbaseOnRampTexts);
  const { client } = useServices();
  const [isBlocked, setBlocked] = useState(before.isBlocked);
  const open = () => {
    const popup = openFundingPopup(client);
    if (popup) exit('opened', { popup });
    else setBlocked(true);
  };
  return (
    <>
      <News
        detail={isBlocked ? texts.blockedDetail : texts.readyDetail}
        icon={icons.window}
        title={isBlocked ? texts.blocked : texts.ready}
      >
        <FundingOrder request={request} />
      </News>
      <PageActions>
        <Button autoFocus onClick={open}>
          {texts.open}
        </Button>
      </PageActions>
    </>
  );
}

/** Gets Coinbase's page into the window. */
function Start({ request, popup, exit }: Pick<PurchaseProps, 'exit' | 'request'> & { popup: Window }) {
  const texts = useTexts('coinbaseOnRamp', coinbaseOnRampTexts);
  const { client } = useServices();
  const { run } = useTask({
    work: () => startCoinbase(client, request, popup),
    onDone: ({ id }) => exit('started', { id }),
    onFailed: (error) => exit('failed', { error }),
  });
  useEffect(() => run(), [run]);
  return (
    <Status detail={texts.pendingDetail} state="busy" title={texts.pending}>
      <FundingOrder request={request} />
    </Status>
  );
}

/** Asks until Coinbase says how it ended, or the person has left. */
function Follow({
  id,
  popup,
  exit,
  request,
}: { id: string; popup: Window | null } & Pick<PurchaseProps, 'exit' | 'request'>) {
  const texts = useTexts('coinbaseOnRamp', coinbaseOnRampTexts);
  const { client } = useServices();
  const [isClosed, setClosed] = useState(false);
  const load = useCallback(
    (signal: AbortSignal) =>
      watchCoinbase(client, { id, popup }, { signal, onClosed: () => setClosed(true) }),
    [client, id, popup],
  );
  const { value, error } = useRequest(load);
  const outcome = error ? 'failure' : value;
  useEffect(() => {
    if (outcome) exit('ended', { outcome });
  }, [outcome, exit]);
  return (
    <Status detail={isClosed ? texts.looking : texts.pendingDetail} state="busy" title={texts.pending}>
      <FundingOrder request={request} />
    </Status>
  );
}

function Ended({ outcome, props, exit, request }: PurchaseProps & { outcome: End }) {
  const texts = useTexts('coinbaseOnRamp', coinbaseOnRampTexts);
  const funding = useTexts('funding', fundingTexts);
  const words = {
    success: { state: 'done', title: texts.success, detail: texts.successDetail },
    exit: { icon: icons.window, title: texts.exit, detail: texts.exitDetail },
    timeout: { icon: icons.time, title: texts.timeout, detail: texts.timeoutDetail },
    failure: { state: 'failed', title: texts.failed, detail: texts.problem },
  } as const;
  const said = words[outcome];
  const order = <FundingOrder request={request} />;
  return (
    <>
      {'state' in said ? <Status {...said}>{order}</Status> : <News {...said}>{order}</News>}
      <PageActions>
        {outcome === 'success' ? (
          <Button autoFocus onClick={() => exit('done')}>
            {props.returnTo ? funding.continue : funding.close}
          </Button>
        ) : (
          <Button autoFocus onClick={() => exit('again')}>
            {funding.otherWay}
          </Button>
        )}
      </PageActions>
    </>
  );
}
