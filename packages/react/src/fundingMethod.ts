import type { FundingResult, FundingWay } from '@latchkey/core';
import { findFundingProvider } from '@latchkey/wire';

export type HostMethod = NonNullable<FundingResult['fundingMethod']>;

/** Returns the host API's name of a funding method. */
export const methodOf = (way: FundingWay): HostMethod =>
  way === 'manual' ? way : (findFundingProvider(way) ?? 'external');

/** State of the funding screens, reported to the caller that opened the modal. */
export interface FundingSeen {
  /** Method whose screen is shown. Null on the selection screen. */
  readonly method: HostMethod | null;
  /** Balance in the smallest unit. Null until it is loaded. */
  readonly balance: bigint | null;
  readonly hasArrived: boolean;
}
