import type { FundInput } from '@latchkey/core';
import type { FundingSeen } from '../../fundingMethod.ts';

/** An entry of the flow's, which alone knows screens by their names. */
export interface Purpose {
  readonly name: string;
  readonly props: object;
}

/** What every screen of funding is opened with. */
export interface FundingPlace {
  readonly funding: FundInput;
  /** What the person typed in place of the amount that was asked for. */
  readonly amount?: string | undefined;
  /** What the funds are for: a transaction that was short. @default nothing, the visit ends */
  readonly returnTo?: Purpose | undefined;
  /** Whether no one asked: a wallet was created, and is empty (FUND-18). @default false */
  readonly isPrompt?: true | undefined;
  /** Hears what the screens see. */
  readonly tell?: ((seen: FundingSeen) => void) | undefined;
}
