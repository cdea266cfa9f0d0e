import type { FundingResult, FundingWay } from '@latchkey/core/startup';

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
