import { type FundingCoin, type FundingNetwork, type FundingRequest, parseAmount } from '@latchkey/core';
import type { ReactNode } from 'react';
import { NetworkMark } from '../../display/index.ts';
import { fundingWalletTexts } from '../../texts/generated/en/fundingWallet.ts';
import { useTexts } from '../../texts/index.ts';
import { LineIcon, shorten } from '../../ui/index.ts';
import { PageHeading } from '../Page.tsx';
import { coinOf, shownNetwork } from './network.ts';
import { useMoney } from './useMoney.ts';

/** Placeholder of a value that is loading. */
export const Blank = () => <span aria-hidden="true" className="fund-blank" />;

export function NetworkName({ network }: { network: FundingNetwork }) {
  const { id, name } = shownNetwork(network);
  return (
    <span className="network">
      <NetworkMark chainId={id} />
      <bdi>{name}</bdi>
    </span>
  );
}

interface FundingAddressProps {
  readonly address: string;
  readonly network: FundingNetwork;
  readonly coin: FundingCoin;
  /** Content at the end of the line with network and coin. */
  readonly children?: ReactNode;
}

/**
 * Shows the full address to pay, with its network and coin. A user who sends on another network could lose the funds.
 */
export function FundingAddress({ address, network, coin, children }: FundingAddressProps) {
  const { id, name } = shownNetwork(network);
  const half = Math.ceil(address.length / 2);
  return (
    <div className="fund-address">
      <div className="fund-between">
        <span className="network">
          <NetworkMark chainId={id} />
          <bdi>{`${coin.symbol} · ${name}`}</bdi>
        </span>
        {children}
      </div>
      <bdi dir="ltr" translate="no">
        {address.slice(0, half)}
        {/* Two lines of equal length are easier to compare. */}
        <wbr />
        {address.slice(half)}
      </bdi>
    </div>
  );
}

export function FundingOrder({ request }: { request: FundingRequest }) {
  const texts = useTexts('fundingWallet', fundingWalletTexts);
  const money = useMoney();
  const { address, amount, network, moonpayConfigOverride: own } = request;
  const { id, name } = shownNetwork(network);
  const coin = coinOf(request);
  const units = parseAmount(amount, coin.decimals);
  // If the host set another coin or amount at the provider, these values would be wrong.
  if (units === null || own?.currencyCode !== undefined || own?.quoteCurrencyAmount !== undefined)
    return null;
  return (
    <div className="fund-payer">
      <span className="fund-mark">
        <NetworkMark chainId={id} size={28} />
      </span>
      <p className="strong">{money.crypto(units, coin)}</p>
      <p className="muted fund-for">
        {texts.toRow}{' '}
        <span className="mono" title={address} translate="no">
          {shorten(address)}
        </span>
      </p>
      <p className="muted">
        <bdi>{name}</bdi>
      </p>
    </div>
  );
}

interface NewsProps {
  readonly icon: string;
  readonly title: string;
  readonly detail: string;
  readonly children?: ReactNode;
}

/** Shows a message that is neither a success nor a failure. */
export function News({ icon, title, detail, children }: NewsProps) {
  return (
    <div className="group">
      <PageHeading detail={detail} icon={<LineIcon path={icon} />} isLive title={title} />
      {children}
    </div>
  );
}
