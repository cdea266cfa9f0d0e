import { type FundingRequest, openFundingPopup, startPurchase } from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import { useCallback, useEffect, useState } from 'react';
import { Button } from '../../ui/index.ts';
import { PageActions } from '../Page.tsx';
import type { Failed, ViewProps } from '../screen.ts';
import { useServices } from '../services.ts';
import { useTask } from '../useTask.ts';
import { FundingPage } from './FundingPage.tsx';
import type { OnRampPurchase } from './OnRampPromptView.tsx';
import {
  FollowedPurchase,
  type OnRampStatusExits,
  type OnRampStatusProps,
  PurchaseStatusText,
  windowIcon,
} from './OnRampStatusView.tsx';
import { onRampRows, type WindowRow, type WindowWay } from './onRamps.tsx';
import { FundingOrder, News } from './parts.tsx';

export interface OnRampWindowProps extends Omit<OnRampStatusProps, 'purchase'> {
  /** Popup that was opened in a click handler; null if there was no click or the browser blocked it. */
  readonly popup: Window | null;
  /** True if the browser blocked the popup. @default false */
  readonly isBlocked?: true | undefined;
  /** Purchase; undefined until it has started. */
  readonly purchase?: OnRampPurchase | undefined;
}

export interface OnRampWindowExits extends Omit<OnRampStatusExits, 'failed'> {
  opened: { popup: Window };
  started: { purchase: OnRampPurchase };
  failed: Failed<OnRampWindowProps>;
}

type OnRampWindowViewProps = ViewProps<OnRampWindowProps, OnRampWindowExits>;

/** Creates the screen that follows a purchase in a popup, from opening the popup to its end (COIN-05, COIN-06). */
export function createOnRampWindow(way: WindowWay) {
  return function OnRampWindowView({ props, exit }: OnRampWindowViewProps) {
    const fail = useCallback((error: ServiceError) => exit('failed', { error }), [exit]);
    return (
      <FundingPage onContinue={() => exit('done')} onFailed={fail} place={props} way={way}>
        {(request) => <Purchase exit={exit} props={props} request={request} way={way} />}
      </FundingPage>
    );
  };
}

interface PurchaseProps extends OnRampWindowViewProps {
  readonly request: FundingRequest;
  readonly way: WindowWay;
}

function Purchase({ props, exit, request, way }: PurchaseProps) {
  const { popup, purchase, isBlocked = false } = props;
  const row = onRampRows[way];
  if (purchase)
    return (
      <FollowedPurchase
        hasReturn={props.returnTo !== undefined}
        onAgain={() => exit('again')}
        onDone={() => exit('done')}
        onEnded={(status) => exit('ended', { status })}
        popup={popup}
        purchase={purchase}
        request={request}
        row={row}
        status={props.status}
        way={way}
      />
    );
  if (popup) return <Start exit={exit} popup={popup} request={request} row={row} way={way} />;
  return <Ready exit={exit} isBlocked={isBlocked} request={request} row={row} />;
}

type PartProps = Pick<PurchaseProps, 'exit' | 'request'> & { readonly row: WindowRow };

/** Waits for a click, because browsers block popups that open without one. */
function Ready({ exit, request, row, ...before }: PartProps & { isBlocked: boolean }) {
  const { window: texts } = row.useOnRampTexts();
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
        icon={windowIcon}
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

function Start({ exit, popup, request, row, way }: PartProps & { popup: Window; way: WindowWay }) {
  const { client } = useServices();
  const { run } = useTask({
    work: () => startPurchase(client, { way, request, popup }),
    onDone: ({ id, isTest }) => exit('started', { purchase: { id, isTest } }),
    onFailed: (error) => exit('failed', { error }),
  });
  useEffect(() => run(), [run]);
  return <PurchaseStatusText request={request} row={row} status="pending" />;
}
