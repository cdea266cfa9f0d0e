import { type FundingRequest, type FundingWay, type LatchkeyClient, toFundingRequest } from '@latchkey/core';
import { isCode, ServiceError } from '@latchkey/wire';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { methodOf } from '../../fundingMethod.ts';
import { fundingTexts } from '../../texts/generated/en/funding.ts';
import { useTexts } from '../../texts/index.ts';
import { Icon, useSheet } from '../../ui/index.ts';
import { Page } from '../Page.tsx';
import { useServices } from '../services.ts';
import { transactionsCss } from '../transactions/transactions.css.ts';
import { fundingCss } from './funding.css.ts';
import { coinOf } from './network.ts';
import type { FundingPlace } from './place.ts';
import { type Arrival, useArrival, useTelling } from './useArrival.ts';
import { useMoney } from './useMoney.ts';

interface FundingPageProps {
  readonly place: FundingPlace;
  /** Way that the screen belongs to; null on the selection. */
  readonly way: FundingWay | null;
  onFailed(error: ServiceError): void;
  /** Additional style sheet of this screen. @default none */
  readonly sheet?: string;
  /**
   * Called to continue with the purpose of the funds, such as a transaction.
   * @default the arrival note has no button
   */
  onContinue?(): void;
  children(request: FundingRequest, arrival: Arrival): ReactNode;
}

/** Frame of a funding screen: checks the request, and shows above the content what has arrived. */
export function FundingPage({ place, onFailed, ...page }: FundingPageProps) {
  const { client } = useServices();
  const { request, error } = useMemo(() => check(client, place), [client, place]);
  const fail = useRef(onFailed);
  fail.current = onFailed;
  useEffect(() => {
    if (error) fail.current(error);
  }, [error]);
  return request ? <OpenPage {...page} place={place} request={request} /> : null;
}

type OpenPageProps = Omit<FundingPageProps, 'onFailed'> & { readonly request: FundingRequest };

function OpenPage({ place, request, way, sheet = transactionsCss, onContinue, children }: OpenPageProps) {
  const page = useRef<HTMLDivElement>(null);
  useSheet(page, transactionsCss);
  useSheet(page, sheet);
  useSheet(page, fundingCss);
  const arrival = useArrival(place.funding, request);
  const { balance, arrived } = arrival;
  const { tell } = place;
  const method = way && methodOf(way);
  useTelling(
    useCallback(
      () => tell?.({ method, balance, hasArrived: arrived > 0n }),
      [tell, method, balance, arrived],
    ),
  );
  return (
    <Page className="fund" pageRef={page}>
      <ArrivalNote arrival={arrival} request={request} {...(onContinue ? { onContinue } : {})} />
      {children(request, arrival)}
    </Page>
  );
}

interface ArrivalNoteProps {
  readonly arrival: Arrival;
  readonly request: FundingRequest;
  onContinue?(): void;
}

function ArrivalNote({ arrival: { balance, arrived }, request, onContinue }: ArrivalNoteProps) {
  const texts = useTexts('funding', fundingTexts);
  const money = useMoney();
  const { target } = request;
  const isEnough = target !== null && balance !== null && balance >= target;
  return (
    <div className="arrival-place" role="status">
      {arrived > 0n || isEnough ? (
        <p className="arrival">
          {arrived > 0n ? (
            <>
              <Icon name="check" />
              <span>{texts.received({ amount: money.crypto(arrived, coinOf(request)) })}</span>
            </>
          ) : null}
          {isEnough && onContinue ? (
            <button className="link" onClick={onContinue} type="button">
              {texts.continue}
            </button>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}

type Checked =
  | { readonly request: FundingRequest; readonly error: null }
  | { readonly request: null; readonly error: ServiceError };

/** Checks the request again, because the user may have logged out since the modal opened. */
function check(client: LatchkeyClient, { funding, amount }: FundingPlace): Checked {
  try {
    const asked = amount === undefined ? funding : { ...funding, config: { ...funding.config, amount } };
    return { request: toFundingRequest(client, asked as typeof funding), error: null };
  } catch (cause) {
    return { request: null, error: isCode(cause) ? cause : new ServiceError('internal_error', { cause }) };
  }
}
