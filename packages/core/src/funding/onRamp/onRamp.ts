import type { OnRampWay } from '@latchkey/wire';
import type { FrameContext, SessionContext } from '../../contexts.ts';
import type { FundingRequest } from '../funding.ts';
import type { KeptFunding } from '../kept.ts';

/** An on-ramp, as the list of ways and the follower of purchases use it. Its screens start and watch a purchase themselves. */
export interface OnRamp {
  readonly way: OnRampWay;
  /** Tells whether the app has an account there, and the on-ramp sells what a request funds. */
  readonly isPossible: (session: SessionContext, request: FundingRequest) => boolean;
  /** Asks what became of a purchase, and notes it. @throws ServiceError if no one answers */
  readonly readStatus: (frame: FrameContext, purchase: KeptFunding) => Promise<unknown>;
}
