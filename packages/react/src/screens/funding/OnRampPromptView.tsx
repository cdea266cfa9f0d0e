import { type FundingRequest, type StartedPurchase, startPurchase } from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import { useCallback, useEffect } from 'react';
import { isWebAddress, LineIcon } from '../../ui/index.ts';
import { Buttons, PageActions, PageHeading } from '../Page.tsx';
import type { Failed, ViewProps } from '../screen.ts';
import { useServices, useSettings } from '../services.ts';
import { FundingPage } from './FundingPage.tsx';
import { onRampRows, type PromptPoint, type PromptWay, type TabRow } from './onRamps.tsx';
import { FundingOrder } from './parts.tsx';
import type { FundingPlace } from './place.ts';
import { useRequest } from './useRequest.ts';

export type OnRampPurchase = Pick<StartedPurchase, 'id' | 'isTest'>;

export type OnRampPromptProps = FundingPlace;

export interface OnRampPromptExits {
  opened: { purchase: OnRampPurchase };
  continued: undefined;
  failed: Failed<OnRampPromptProps>;
  back: undefined;
}

/** Creates the screen that explains an on-ramp before the user opens its page (MOON-01). */
export function createOnRampPrompt(way: PromptWay) {
  return function OnRampPromptView({ props, exit }: ViewProps<OnRampPromptProps, OnRampPromptExits>) {
    const fail = useCallback((error: ServiceError) => exit('failed', { error }), [exit]);
    return (
      <FundingPage onContinue={() => exit('continued')} onFailed={fail} place={props} way={way}>
        {(request) => (
          <Prompt
            onFailed={fail}
            onOpened={(purchase) => exit('opened', { purchase })}
            request={request}
            row={onRampRows[way]}
            way={way}
          />
        )}
      </FundingPage>
    );
  };
}

interface PromptProps {
  readonly request: FundingRequest;
  readonly row: TabRow;
  readonly way: PromptWay;
  onOpened(purchase: OnRampPurchase): void;
  onFailed(error: ServiceError): void;
}

const points = {
  pay: 'M4.5 4.5h11A1.5 1.5 0 0 1 17 6v8a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 14V6a1.5 1.5 0 0 1 1.5-1.5ZM3 8.25h14M6 12h2.5',
  time: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM10 6v4.25l2.75 1.75',
  data: 'M10 2.75 4 5v4.5c0 3.75 2.5 6.5 6 7.75 3.5-1.25 6-4 6-7.75V5ZM7.5 10l1.75 1.75L12.75 8',
} as const;
const names: readonly PromptPoint[] = ['pay', 'time', 'data'];

function Prompt({ request, row, way, onOpened, onFailed }: PromptProps) {
  const { prompt: texts } = row.useOnRampTexts();
  const { client } = useServices();
  const { name: app } = useSettings();
  const load = useCallback(() => startPurchase(client, { way, request }), [client, request, way]);
  const { value, error } = useRequest(load);
  useEffect(() => {
    if (error) onFailed(error);
  }, [error, onFailed]);
  // A compromised service could answer with a URL that runs a script in the host page, so only web addresses become
  // links.
  const purchase = value && isWebAddress(value.url) ? value : null;
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
            // Opens a new tab, because this page must stay open to follow the purchase.
            <a
              className="button primary"
              href={purchase.url}
              onClick={() => onOpened({ id: purchase.id, isTest: purchase.isTest })}
              rel="noopener noreferrer"
              target="_blank"
            >
              <span className="label">{texts.link}</span>
            </a>
          ) : (
            // biome-ignore lint/a11y/useValidAnchor: it becomes a link once its URL is ready.
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
