import {
  type FundingRequest,
  type OpenPurchaseStatus,
  type PurchaseEnd,
  type PurchaseStatus,
  watchPurchase,
} from '@latchkey/core';
import type { OnRampWay } from '@latchkey/wire';
import { useCallback, useEffect, useState } from 'react';
import { fundingTexts } from '../../texts/generated/en/funding.ts';
import { useTexts } from '../../texts/index.ts';
import { Button, Status } from '../../ui/index.ts';
import { PageActions } from '../Page.tsx';
import type { Failed, ViewProps } from '../screen.ts';
import { useServices } from '../services.ts';
import { FundingPage } from './FundingPage.tsx';
import type { OnRampPurchase } from './OnRampPromptView.tsx';
import { type OnRampRow, onRampRows, type PromptWay } from './onRamps.tsx';
import { FundingOrder, News } from './parts.tsx';
import type { FundingPlace } from './place.ts';
import { useRequest } from './useRequest.ts';

export interface OnRampStatusProps extends FundingPlace {
  readonly purchase: OnRampPurchase;
  /** Final status. @default the purchase is followed */
  readonly status?: PurchaseEnd | undefined;
}

export interface OnRampStatusExits {
  ended: { status: PurchaseEnd };
  again: undefined;
  failed: Failed<OnRampStatusProps>;
  done: undefined;
  back: undefined;
}

const timeIcon = 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM10 6v4.25l2.75 1.75';
export const windowIcon =
  'M4.5 3.5h11A1.5 1.5 0 0 1 17 5v10a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 15V5a1.5 1.5 0 0 1 1.5-1.5ZM3 7.5h14M5.5 5.5h.01M8 5.5h.01';

const looks = {
  pending: { state: 'busy' },
  waitingAuthorization: { state: 'busy' },
  closed: { state: 'busy' },
  completed: { state: 'done' },
  failed: { state: 'failed' },
  serviceFailure: { state: 'failed' },
  exit: { icon: windowIcon },
  timeout: { icon: timeIcon },
} as const satisfies Record<PurchaseStatus, object>;

/** Creates the screen that follows a purchase in its own tab to its end (MOON-07). */
export function createOnRampStatus(way: PromptWay) {
  return function OnRampStatusView({ props, exit }: ViewProps<OnRampStatusProps, OnRampStatusExits>) {
    return (
      <FundingPage
        onContinue={() => exit('done')}
        onFailed={(error) => exit('failed', { error })}
        place={props}
        way={way}
      >
        {(request) => (
          <FollowedPurchase
            hasReturn={props.returnTo !== undefined}
            onAgain={() => exit('again')}
            onDone={() => exit('done')}
            onEnded={(status) => exit('ended', { status })}
            popup={null}
            purchase={props.purchase}
            request={request}
            row={onRampRows[way]}
            status={props.status}
            way={way}
          />
        )}
      </FundingPage>
    );
  };
}

interface FollowedPurchaseProps {
  readonly request: FundingRequest;
  readonly row: OnRampRow;
  readonly way: OnRampWay;
  readonly purchase: OnRampPurchase;
  readonly popup: Window | null;
  readonly status: PurchaseEnd | undefined;
  /** True if the modal continues with something else afterwards. */
  readonly hasReturn: boolean;
  onEnded(status: PurchaseEnd): void;
  onAgain(): void;
  onDone(): void;
}

export function FollowedPurchase({ hasReturn, onAgain, onDone, status, ...followed }: FollowedPurchaseProps) {
  const { request, row } = followed;
  const funding = useTexts('funding', fundingTexts);
  const [under, setUnder] = useState<OpenPurchaseStatus>('pending');
  return (
    <>
      {status ? null : <Follow {...followed} onStatus={setUnder} />}
      <PurchaseStatusText request={request} row={row} status={status ?? under} />
      {status ? (
        <PageActions>
          {status === 'completed' ? (
            <Button autoFocus onClick={onDone}>
              {hasReturn ? funding.continue : funding.close}
            </Button>
          ) : (
            <Button autoFocus onClick={onAgain}>
              {funding.otherWay}
            </Button>
          )}
        </PageActions>
      ) : under === 'waitingAuthorization' && !hasReturn ? (
        <PageActions>
          <Button look="secondary" onClick={onDone}>
            {funding.close}
          </Button>
        </PageActions>
      ) : null}
    </>
  );
}

interface FollowProps
  extends Pick<FollowedPurchaseProps, 'onEnded' | 'popup' | 'purchase' | 'request' | 'row' | 'way'> {
  readonly onStatus: (status: OpenPurchaseStatus) => void;
}

function Follow({ request: { address }, purchase, popup, row, way, onStatus, onEnded }: FollowProps) {
  const { client } = useServices();
  const { statuses } = row.useOnRampTexts();
  const { id, isTest } = purchase;
  const load = useCallback(
    (signal: AbortSignal) => watchPurchase(client, { way, id, address, isTest, popup }, { signal, onStatus }),
    [client, way, id, address, isTest, popup, onStatus],
  );
  const { value, error } = useRequest(load);
  const end = error ? (statuses.serviceFailure ? 'serviceFailure' : 'failed') : value;
  useEffect(() => {
    if (end) onEnded(end);
  }, [end, onEnded]);
  return null;
}

export function PurchaseStatusText({
  request,
  row,
  status,
}: Pick<FollowedPurchaseProps, 'request' | 'row'> & { status: PurchaseStatus }) {
  const { statuses } = row.useOnRampTexts();
  const texts = statuses[status] ?? statuses.pending;
  const look = looks[status];
  const order = <FundingOrder request={request} />;
  return 'state' in look ? (
    <Status {...look} {...texts}>
      {order}
    </Status>
  ) : (
    <News {...look} {...texts}>
      {order}
    </News>
  );
}
