import type { ConnectedWallet, FundingSource } from '@latchkey/core';
import type { TransferPlan } from './plan.ts';
import type { RequestState } from './useRequest.ts';

export type Sources = RequestState<readonly FundingSource[]>;

/** Returns a wallet's balances by chain id; null until they are loaded, and for a wallet that cannot pay. */
export const balancesOf = (
  { value }: Sources,
  { address }: ConnectedWallet,
): FundingSource['balances'] | null =>
  value?.find(({ wallet }) => wallet.address === address)?.balances ?? null;

export interface TransferStepProps<Request> {
  readonly request: Request;
  readonly wallet: ConnectedWallet;
  readonly sources: Sources;
  onConfirmed(plan: TransferPlan): void;
  onOther(): void;
}
