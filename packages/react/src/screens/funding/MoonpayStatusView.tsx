import { type FundingRequest, type OnRampStatus, watchMoonpay } from '@latchkey/core';
import { useCallback, useEffect, useState } from 'react';
import { fundingTexts } from '../../texts/generated/en/funding.ts';
import { moonpayTexts } from '../../texts/generated/en/moonpay.ts';
import { useTexts } from '../../texts/index.ts';
import { Button, Status } from '../../ui/index.ts';
import { PageActions } from '../Page.tsx';
import type { Failed, ViewProps } from '../screen.ts';
import { useServices } from '../services.ts';
import { FundingPage } from './FundingPage.tsx';
import type { MoonpayPurchase } from './MoonpayPromptView.tsx';
import { FundingOrder } from './parts.tsx';
import type { FundingPlace } from './place.ts';
import { useRequest } from './useRequest.ts';

type End = 'completed' | 'failed' | 'serviceFailure';

export interface MoonpayStatusProps extends FundingPlace {
  readonly purchase: MoonpayPurchase;
  /** What became of it. @default it is followed */
  readonly status?: End | undefined;
}

export interface MoonpayStatusExits {
  ended: { status: End };
  again: undefined;
  failed: Failed<MoonpayStatusProps>;
  done: undefined;
  back: undefined;
}

type MoonpayStatusViewProps = ViewProps<MoonpayStatusProps, MoonpayStatusExits>;

/** How far a purchase at MoonPay is (MOON-07). */
export function MoonpayStatusView({ props, exit }: MoonpayStatusViewProps) {
  const { purchase, status } = props;
  const [under, setUnder] = useState<OnRampStatus>('pending');
  const texts = useTexts('moonpay', moonpayTexts);
  const funding = useTexts('funding', fundingTexts);
  const onStatus = useCallback((next: OnRampStatus) => setUnder(next), []);
  const words = wordsOf(status ?? under, texts);
  return (
    <FundingPage
      onContinue={() => exit('done')}
      onFailed={(error) => exit('failed', { error })}
      place={props}
      way="moonpay"
    >
      {(request) => (
        <>
          {status ? null : (
            <Follow
              onEnded={(ended) => exit('ended', { status: ended })}
              onStatus={onStatus}
              purchase={purchase}
              request={request}
            />
          )}
          <Status {...words}>
            <FundingOrder request={request} />
          </Status>
          {status ? (
            <PageActions>
              {status === 'completed' ? (
                <Button autoFocus onClick={() => exit('done')}>
                  {props.returnTo ? funding.continue : funding.close}
                </Button>
              ) : (
                <Button autoFocus onClick={() => exit('again')}>
                  {funding.otherWay}
                </Button>
              )}
            </PageActions>
          ) : under === 'waitingAuthorization' && !props.returnTo ? (
            <PageActions>
              <Button look="secondary" onClick={() => exit('done')}>
                {funding.close}
              </Button>
            </PageActions>
          ) : null}
        </>
      )}
    </FundingPage>
  );
}

interface FollowProps {
  readonly request: FundingRequest;
  readonly purchase: MoonpayPurchase;
  onStatus(status: OnRampStatus): void;
  onEnded(status: End): void;
}

/** Asks MoonPay until it says how the purchase ended. */
function Follow({ request: { address }, purchase: { id, isTest }, onStatus, onEnded }: FollowProps) {
  const { client } = useServices();
  const load = useCallback(
    (signal: AbortSignal) => watchMoonpay(client, { id, address, isTest }, { signal, onStatus }),
    [client, id, address, isTest, onStatus],
  );
  const { value, error } = useRequest(load);
  const end = error ? 'serviceFailure' : value;
  useEffect(() => {
    if (end) onEnded(end);
  }, [end, onEnded]);
  return null;
}

function wordsOf(status: OnRampStatus, texts: typeof moonpayTexts) {
  switch (status) {
    case 'pending':
      return { state: 'busy', title: texts.pending, detail: texts.pendingDetail } as const;
    case 'waitingAuthorization':
      return { state: 'busy', title: texts.waiting, detail: texts.waitingDetail } as const;
    case 'completed':
      return { state: 'done', title: texts.completed, detail: texts.completedDetail } as const;
    case 'failed':
      return { state: 'failed', title: texts.failed, detail: texts.problem } as const;
    case 'serviceFailure':
      return { state: 'failed', title: texts.unknown, detail: texts.problem } as const;
  }
}
