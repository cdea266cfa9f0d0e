import { type FundingRequest, startMoonpay } from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import { useCallback, useEffect } from 'react';
import { moonpayTexts } from '../../texts/generated/en/moonpay.ts';
import { useTexts } from '../../texts/index.ts';
import { isWebAddress, LineIcon } from '../../ui/index.ts';
import { Buttons, PageActions, PageHeading } from '../Page.tsx';
import type { Failed, ViewProps } from '../screen.ts';
import { useServices, useSettings } from '../services.ts';
import { FundingPage } from './FundingPage.tsx';
import { FundingOrder } from './parts.tsx';
import type { FundingPlace } from './place.ts';
import { useRequest } from './useRequest.ts';

/** A purchase at MoonPay, by which its status is asked for. */
export interface MoonpayPurchase {
  readonly id: string;
  readonly isTest: boolean;
}

export type MoonpayPromptProps = FundingPlace;

export interface MoonpayPromptExits {
  opened: { purchase: MoonpayPurchase };
  continued: undefined;
  failed: Failed<MoonpayPromptProps>;
  back: undefined;
}

/** What a person knows before they go to MoonPay, and the way there (MOON-01). */
export function MoonpayPromptView({ props, exit }: ViewProps<MoonpayPromptProps, MoonpayPromptExits>) {
  const fail = useCallback((error: ServiceError) => exit('failed', { error }), [exit]);
  return (
    <FundingPage onContinue={() => exit('continued')} onFailed={fail} place={props} way="moonpay">
      {(request) => (
        <Prompt onFailed={fail} onOpened={(purchase) => exit('opened', { purchase })} request={request} />
      )}
    </FundingPage>
  );
}

interface PromptProps {
  readonly request: FundingRequest;
  onOpened(purchase: MoonpayPurchase): void;
  onFailed(error: ServiceError): void;
}

const points = {
  pay: 'M4.5 4.5h11A1.5 1.5 0 0 1 17 6v8a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 14V6a1.5 1.5 0 0 1 1.5-1.5ZM3 8.25h14M6 12h2.5',
  time: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM10 6v4.25l2.75 1.75',
  data: 'M10 2.75 4 5v4.5c0 3.75 2.5 6.5 6 7.75 3.5-1.25 6-4 6-7.75V5ZM7.5 10l1.75 1.75L12.75 8',
} as const;
const names = ['pay', 'time', 'data'] as const;

function Prompt({ request, onOpened, onFailed }: PromptProps) {
  const texts = useTexts('moonpay', moonpayTexts);
  const { client } = useServices();
  const { name: app } = useSettings();
  const load = useCallback(() => startMoonpay(client, request), [client, request]);
  const { value, error } = useRequest(load);
  useEffect(() => {
    if (error) onFailed(error);
  }, [error, onFailed]);
  // Threat: an address with another scheme would run in the host's page.
  const purchase = value && isWebAddress(value.signedUrl) ? value : null;
  return (
    <>
      <PageHeading title={texts.title({ app })} />
      <FundingOrder request={request} />
      <ul className="fund-points">
        {names.map((name) => (
          <li key={name}>
            <LineIcon path={points[name]} />
            <div>
              <p className="strong">{texts.points[name]}</p>
              <p className="muted">{texts.points[`${name}Detail`]}</p>
            </div>
          </li>
        ))}
      </ul>
      <PageActions>
        <p className="fund-notice">{texts.note}</p>
        <Buttons>
          {purchase ? (
            // A tab of its own: this page has to stay to hear of the purchase.
            <a
              className="button primary"
              href={purchase.signedUrl}
              onClick={() => onOpened({ id: purchase.id, isTest: purchase.isTest })}
              rel="noopener noreferrer"
              target="_blank"
            >
              <span className="label">{texts.link}</span>
            </a>
          ) : (
            // biome-ignore lint/a11y/useValidAnchor: it becomes the link that it looks like once its address is signed.
            <a aria-busy="true" aria-disabled="true" className="button primary" role="link" tabIndex={0}>
              <span className="label">{texts.link}</span>
              <span className="spinner" />
            </a>
          )}
        </Buttons>
      </PageActions>
    </>
  );
}
