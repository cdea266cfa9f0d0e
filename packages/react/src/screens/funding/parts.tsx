import { type FundingCoin, type FundingNetwork, type FundingRequest, parseAmount } from '@latchkey/core';
import type { ReactNode } from 'react';
import { NetworkMark } from '../../display/index.ts';
import { fundingWalletTexts } from '../../texts/generated/en/fundingWallet.ts';
import { useTexts } from '../../texts/index.ts';
import { LineIcon, shorten } from '../../ui/index.ts';
import { PageHeading } from '../Page.tsx';
import { coinOf, shownNetwork } from './network.ts';
import { useMoney } from './useMoney.ts';

/** Where something will stand that is on its way: nothing moves when it comes. */
export const Blank = () => <span aria-hidden="true" className="fund-blank" />;

/** A network by its mark and name. */
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
  /** Stands at the end of the line that says network and coin. */
  readonly children?: ReactNode;
}

/** An address to be paid, whole. Threat: without its network and coin beside it, funds are sent where no one can get them back. */
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
        {/* Two lines of one length are compared more easily than a long one and a rest. */}
        <wbr />
        {address.slice(half)}
      </bdi>
    </div>
  );
}

/** How much a provider's page was asked for, in which coin, on which network and for which address. */
export function FundingOrder({ request }: { request: FundingRequest }) {
  const texts = useTexts('fundingWallet', fundingWalletTexts);
  const money = useMoney();
  const { address, amount, network, moonpayConfigOverride: own } = request;
  const { id, name } = shownNetwork(network);
  const coin = coinOf(request);
  const units = parseAmount(amount, coin.decimals);
  // A host may ask its provider for another coin or amount: what we would show then is not what is bought.
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
  /** Path of the icon that says what it is about. */
  readonly icon: string;
  readonly title: string;
  readonly detail: string;
  readonly children?: ReactNode;
}

/** What there is to know before one goes on, where nothing went wrong. */
export function News({ icon, title, detail, children }: NewsProps) {
  return (
    <div className="group">
      <PageHeading detail={detail} icon={<LineIcon path={icon} />} isLive title={title} />
      {children}
    </div>
  );
}
