import type { OnRampWay } from '@latchkey/wire';
import type { FrameContext, SessionContext } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import type { FundingRequest, OnRampStatus } from '../funding.ts';
import type { KeptFunding } from '../kept.ts';

/** Progress of a purchase. `closed`: its popup looks closed, and the last requests follow. */
export type PurchaseStatus = OnRampStatus | 'closed' | 'exit' | 'timeout';

/** Progress of a purchase that has not ended. */
export type OpenPurchaseStatus = Extract<PurchaseStatus, 'closed' | 'pending' | 'waitingAuthorization'>;

/** Result of following a purchase. `exit`: its popup looks closed, and the purchase had not ended. */
export type PurchaseEnd = Exclude<PurchaseStatus, OpenPurchaseStatus>;

export interface StartedPurchase {
  readonly id: string;
  readonly isTest: boolean;
  readonly url: string;
}

export interface FollowedPurchase extends Pick<StartedPurchase, 'id' | 'isTest'> {
  readonly address: string;
  /** Popup with the purchase's page; null if the page is in a tab of its own. */
  readonly popup: Window | null;
}

export interface FollowOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called when the progress changes, but not at the end, which is the result. */
  onStatus?(status: OpenPurchaseStatus): void;
}

/** On-ramp, with the operations that the list of ways, the screens and `followFundings` use. */
export interface OnRamp {
  readonly way: OnRampWay;
  /** Returns true if the app has an account at the on-ramp and it sells the requested coin. */
  readonly isPossible: (session: SessionContext, request: FundingRequest) => boolean;
  /** Starts a purchase and stores it before its page opens. @throws ServiceError as `startPurchase` */
  readonly start: (client: LatchkeyClient, request: FundingRequest) => Promise<StartedPurchase>;
  readonly watch: (
    client: LatchkeyClient,
    purchase: FollowedPurchase,
    options: FollowOptions,
  ) => Promise<PurchaseEnd>;
  /** Requests the status of a purchase. Stores at least its end. @throws ServiceError if there is no valid answer */
  readonly readStatus: (frame: FrameContext, purchase: KeptFunding) => Promise<unknown>;
}
