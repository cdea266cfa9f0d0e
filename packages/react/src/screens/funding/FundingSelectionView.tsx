import {
  type FundingRequest,
  type FundingWay,
  listFundingWays,
  openFundingPopup,
  parseAmount,
  readFundingFacts,
  typeAmount,
} from '@latchkey/core';
import { type OnRampWay, toTypedDigits } from '@latchkey/wire';
import { useCallback, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { fundingTexts } from '../../texts/generated/en/funding.ts';
import { useTexts } from '../../texts/index.ts';
import { Button, EntryButton, Icon, LineIcon, shorten } from '../../ui/index.ts';
import { PageActions, PageHeading } from '../Page.tsx';
import type { Failed, ViewProps } from '../screen.ts';
import { useServices, useSettings } from '../services.ts';
import { FundingPage } from './FundingPage.tsx';
import { coinOf, shownNetwork } from './network.ts';
import { type OnRampRow, rowsByWay, type WayRow } from './onRamps.tsx';
import { Blank, NetworkName } from './parts.tsx';
import type { FundingPlace } from './place.ts';
import type { Arrival } from './useArrival.ts';
import { useMoney } from './useMoney.ts';
import { useRequest } from './useRequest.ts';

export interface FundingSelectionProps extends FundingPlace {
  /** On-ramp whose page could not be opened or failed. */
  readonly problem?: OnRampWay | undefined;
  /** True if the user was here before. The host's preferred way does not open again then. @default false */
  readonly isAgain?: true | undefined;
}

export interface FundingSelectionExits {
  /** `popup` is set if the user clicked an on-ramp that uses one; null if the browser blocked it. */
  chosen: { way: FundingWay; amount: string; popup?: Window | null };
  skipped: undefined;
  continued: undefined;
  failed: Failed<FundingSelectionProps>;
  back: undefined;
}

type FundingSelectionViewProps = ViewProps<FundingSelectionProps, FundingSelectionExits>;

/** Lets the user choose an amount and one of the ways that the app offers (FUND-02). */
export function FundingSelectionView({ props, exit }: FundingSelectionViewProps) {
  return (
    <FundingPage
      onContinue={() => exit('continued')}
      onFailed={(error) => exit('failed', { error })}
      place={props}
      way={null}
    >
      {(request, arrival) => <Selection arrival={arrival} exit={exit} props={props} request={request} />}
    </FundingPage>
  );
}

interface SelectionPartProps extends FundingSelectionViewProps {
  readonly request: FundingRequest;
  readonly arrival: Arrival;
}

function Selection({ props, exit, request, arrival }: SelectionPartProps) {
  const texts = useTexts('funding', fundingTexts);
  const { client } = useServices();
  const { name: app } = useSettings();
  const ways = useMemo(() => listFundingWays(client, request), [client, request]);
  const [amount, setAmount] = useState(request.amount);
  const load = useCallback(
    (signal: AbortSignal) => readFundingFacts(client, request, { signal }),
    [client, request],
  );
  const { value: facts } = useRequest(load);
  const coin = facts?.coin ?? coinOf(request);
  const units = parseAmount(amount, coin.decimals);
  const isMeant = units !== null && units > 0n;

  // Opens the host's preferred way once: a user who goes back can choose.
  const { first } = request;
  const opens = isMeant && first !== undefined && ways.includes(first) && !props.isAgain ? first : null;
  useLayoutEffect(() => {
    if (opens) exit('chosen', { way: opens, amount });
  }, [opens, exit, amount]);

  function choose(way: FundingWay): void {
    // Opens the popup inside the click handler, because browsers block it later.
    const { opens } = rows[way];
    exit('chosen', { way, amount, ...(opens === 'window' ? { popup: openFundingPopup(client) } : {}) });
  }

  const { name: network } = shownNetwork(request.network);
  return (
    <>
      <PageHeading
        detail={props.returnTo ? texts.toComplete({ chain: network }) : null}
        title={texts.title({ app })}
      />
      {props.problem ? <Problem key={props.problem} way={props.problem} /> : null}
      <Amount
        amount={amount}
        balance={arrival.balance ?? facts?.balance ?? null}
        coin={coin}
        isRead={facts !== null}
        onChange={setAmount}
        price={facts?.price ?? null}
        request={request}
        units={units}
      />
      <section aria-label={texts.ways} className="list fund-ways">
        {ways.map((way) => (
          <EntryButton
            badge={rows[way].badge}
            className="fund-way"
            disabled={!isMeant}
            icon={rows[way].icon}
            key={way}
            label={texts[rows[way].label]}
            onClick={() => choose(way)}
          />
        ))}
        {ways.length === 0 ? <p className="fund-notice">{texts.none}</p> : null}
      </section>
      {props.isPrompt ? (
        <PageActions>
          <Button look="plain" onClick={() => exit('skipped')}>
            {texts.later}
          </Button>
        </PageActions>
      ) : null}
    </>
  );
}

const rows: Readonly<Record<FundingWay, WayRow & { readonly opens?: OnRampRow['opens'] }>> = {
  ...rowsByWay,
  bridge: {
    label: 'bridge',
    icon: <LineIcon path="M4 7h11M12 4l3 3-3 3M16 13H5M8 10l-3 3 3 3" />,
  },
  manual: {
    label: 'manual',
    icon: (
      <LineIcon path="M3.5 3.5h5v5h-5ZM11.5 3.5h5v5h-5ZM3.5 11.5h5v5h-5ZM11.5 11.5h2v2h-2ZM16.5 11.5v.01M16.5 16.5v.01M14 16.5h-2.5" />
    ),
  },
  wallet: { label: 'wallet', icon: <Icon name="wallet" /> },
};

function Problem({ way }: { way: OnRampWay }) {
  const text = rowsByWay[way].useOnRampTexts().problem;
  return (
    <p className="notice" role="alert">
      <Icon name="info" />
      {text}
    </p>
  );
}

interface AmountProps {
  readonly request: FundingRequest;
  readonly coin: ReturnType<typeof coinOf>;
  readonly amount: string;
  readonly units: bigint | null;
  readonly balance: bigint | null;
  readonly price: number | null;
  /** True if loading has ended, so unknown values stay unknown. */
  readonly isRead: boolean;
  onChange(amount: string): void;
}

const longFrom = 10;

function Amount({ request, coin, amount, units, balance, price, isRead, onChange }: AmountProps) {
  const texts = useTexts('funding', fundingTexts);
  const money = useMoney();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const worth = units === null ? null : money.fiat(units, coin, price);
  const isLong = amount.length + coin.symbol.length > longFrom;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the number focuses it, and the keyboard reaches it directly.
    // biome-ignore lint/a11y/noStaticElementInteractions: as above.
    <div className="fund-amount" onClick={() => input.current?.focus()}>
      <label className="hidden" htmlFor={id}>
        {texts.amount}
      </label>
      <div className="fund-field" data-long={isLong || undefined}>
        <input
          aria-describedby={`${id}-worth`}
          autoComplete="off"
          enterKeyHint="done"
          id={id}
          inputMode="decimal"
          onChange={({ currentTarget }) =>
            onChange(typeAmount(amount, toTypedDigits(currentTarget.value), coin.decimals))
          }
          placeholder="0"
          ref={input}
          spellCheck={false}
          style={{ width: `${Math.max(amount.length, 1)}ch` }}
          type="text"
          value={amount}
        />
        <span className="fund-symbol">{coin.symbol}</span>
      </div>
      <p className="muted fund-worth" id={`${id}-worth`}>
        {worth ?? (isRead || units === null ? '' : <Blank />)}
      </p>
      <div className="fund-place">
        <NetworkName network={request.network} />
        <span className="fund-holds">
          {texts.balance} {balance === null ? isRead ? '–' : <Blank /> : money.crypto(balance, coin)}
        </span>
        <span className="muted fund-at" title={request.address} translate="no">
          <span className="mono">{shorten(request.address)}</span>
        </span>
      </div>
    </div>
  );
}
