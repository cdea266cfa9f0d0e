import type { FundingCoin, FundingNetwork } from '@latchkey/core/funding';
import type { ReactNode } from 'react';
import { NetworkMark } from '../../display/index.ts';
import { shownNetwork } from './network.ts';

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
  readonly children?: ReactNode;
}

/** An address to be paid, whole. Threat: without its network and coin beside it, funds are sent where no one can get them back. */
export function FundingAddress({ address, network, coin, children }: FundingAddressProps) {
  const { id, name } = shownNetwork(network);
  return (
    <div className="fund-address">
      <span className="network">
        <NetworkMark chainId={id} />
        <bdi>{`${coin.symbol} · ${name}`}</bdi>
      </span>
      <bdi dir="ltr">{address}</bdi>
      {children}
    </div>
  );
}
