import type { FundInput } from '@latchkey/core';
import type { FundingSeen } from '../../fundingMethod.ts';

/** Entry of the flow, without its types. */
export interface Purpose {
  readonly name: string;
  readonly props: object;
}

export interface FundingPlace {
  readonly funding: FundInput;
  /** Amount that the user typed in place of the requested one. */
  readonly amount?: string | undefined;
  /** Entry to return to, such as a transaction that lacked funds. @default the visit ends */
  readonly returnTo?: Purpose | undefined;
  /** True if the funding opened by itself because a new wallet is empty (FUND-18). @default false */
  readonly isPrompt?: true | undefined;
  /** Called with the method, the balance, and whether funds arrived. */
  readonly tell?: ((seen: FundingSeen) => void) | undefined;
}
