import type { ConnectedWallet, FundingSource } from '@latchkey/core';
import type { TransferPlan } from './plan.ts';
import type { RequestState } from './useRequest.ts';

/** The wallets that could pay, with what they hold. */
export type Sources = RequestState<readonly FundingSource[]>;

/** What a wallet holds by chain id; null until it is known. */
export const balancesOf = (
  { value }: Sources,
  { address }: ConnectedWallet,
): FundingSource['balances'] | null =>
  value?.find(({ wallet }) => wallet.address === address)?.balances ?? null;

/** What both kinds of transfers are given. */
export interface TransferStepProps<Request> {
  readonly request: Request;
  readonly wallet: ConnectedWallet;
  readonly sources: Sources;
  onConfirmed(plan: TransferPlan): void;
  onOther(): void;
}
