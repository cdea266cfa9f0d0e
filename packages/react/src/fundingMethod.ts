import type { FundingResult, FundingWay } from '@latchkey/core';

/** A method by the name that hosts know. */
export type HostMethod = NonNullable<FundingResult['fundingMethod']>;

const methods: Readonly<Record<FundingWay, HostMethod>> = {
  bridge: 'external',
  coinbase: 'coinbase-onramp',
  manual: 'manual',
  moonpay: 'moonpay',
  wallet: 'external',
};

/** The method of a way, as a host is told it. */
export const methodOf = (way: FundingWay): HostMethod => methods[way];

/** What a screen of funding saw, for the caller that opened the modal. */
export interface FundingSeen {
  /** The method whose screen is on; null on the selection. */
  readonly method: HostMethod | null;
  /** In the smallest unit; null until it was read. */
  readonly balance: bigint | null;
  readonly hasArrived: boolean;
}
