import type { FundInput } from '@latchkey/core/startup';
import type { HostMethod } from '../../fundingMethod.ts';
import type { Entry } from '../entry.ts';

/** What a screen of funding saw, for the caller that opened the modal. */
export interface FundingSeen {
  /** The method whose screen is on; null on the selection. */
  readonly method: HostMethod | null;
  /** In the smallest unit; null until it was read. */
  readonly balance: bigint | null;
  readonly hasArrived: boolean;
}

/** What every screen of funding is opened with. */
export interface FundingPlace {
  readonly funding: FundInput;
  /** What the person typed in place of the amount that was asked for. */
  readonly amount?: string | undefined;
  /** What the funds are for: a transaction that was short. @default nothing, the visit ends */
  readonly returnTo?: Entry | undefined;
  /** Whether no one asked: a wallet was created, and is empty (FUND-18). @default false */
  readonly isPrompt?: true | undefined;
  /** Hears what the screens see. */
  readonly tell?: ((seen: FundingSeen) => void) | undefined;
}
