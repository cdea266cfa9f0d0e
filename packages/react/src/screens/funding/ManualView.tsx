import { type FundingRequest, parseAmount } from '@latchkey/core';
import { fundingTexts } from '../../texts/generated/en/funding.ts';
import { fundingManualTexts } from '../../texts/generated/en/fundingManual.ts';
import { useTexts } from '../../texts/index.ts';
import { Button, QrCode, useCopy } from '../../ui/index.ts';
import { PageActions, PageHeading } from '../Page.tsx';
import type { Failed, ViewProps } from '../screen.ts';
import { FundingPage } from './FundingPage.tsx';
import { coinOf, shownNetwork } from './network.ts';
import { Blank, FundingAddress } from './parts.tsx';
import type { FundingPlace } from './place.ts';
import type { Arrival } from './useArrival.ts';
import { useMoney } from './useMoney.ts';

export type ManualProps = FundingPlace;

export interface ManualExits {
  done: undefined;
  failed: Failed<ManualProps>;
  back: undefined;
}

export function ManualView({ props, exit }: ViewProps<ManualProps, ManualExits>) {
  return (
    <FundingPage onFailed={(error) => exit('failed', { error })} place={props} way="manual">
      {(request, arrival) => (
        <Manual
          arrival={arrival}
          isForSomething={props.returnTo !== undefined}
          onDone={() => exit('done')}
          request={request}
        />
      )}
    </FundingPage>
  );
}

interface ManualPartProps {
  readonly request: FundingRequest;
  readonly arrival: Arrival;
  readonly isForSomething: boolean;
  onDone(): void;
}

function Manual({ request, arrival: { balance, arrived }, isForSomething, onDone }: ManualPartProps) {
  const texts = useTexts('fundingManual', fundingManualTexts);
  const funding = useTexts('funding', fundingTexts);
  const money = useMoney();
  const [isCopied, copy] = useCopy();
  const coin = coinOf(request);
  const wanted = parseAmount(request.amount, coin.decimals) ?? 0n;
  const { name } = shownNetwork(request.network);
  // Users may send a little less than requested, so any arrival lets them continue.
  const isOver = arrived > 0n || (balance !== null && balance >= wanted);
  return (
    <>
      <PageHeading
        detail={texts.detail({ network: name })}
        title={texts.title({ amount: money.crypto(wanted, coin) })}
      />
      <div className="fund-qr">
        <QrCode label={texts.code} text={request.address} />
      </div>
      <FundingAddress address={request.address} coin={coin} network={request.network}>
        <span className="fund-holds">
          {funding.balance} {balance === null ? <Blank /> : money.crypto(balance, coin)}
        </span>
      </FundingAddress>
      <p className="fund-notice">{funding.onlyNetwork({ asset: coin.symbol, network: name })}</p>
      <PageActions>
        <p className="fund-waiting" role="status">
          {isOver ? null : (
            <>
              <span className="spinner" />
              {texts.waiting}
            </>
          )}
        </p>
        <div className="buttons" data-pair={isOver || undefined}>
          <Button look={isOver ? 'secondary' : 'primary'} onClick={() => copy(request.address)}>
            {isCopied ? texts.copied : texts.copy}
          </Button>
          {isOver ? (
            <Button onClick={onDone}>{isForSomething ? funding.continue : funding.close}</Button>
          ) : null}
        </div>
      </PageActions>
    </>
  );
}
