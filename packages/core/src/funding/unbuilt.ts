import { fail } from '@latchkey/wire';
import type { Chain } from '../config/index.ts';
import type { Hex } from '../hex.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import type { ConnectedWallet } from '../wallets/index.ts';
import type {
  FundInput,
  Funding,
  FundingAsset,
  FundingBalance,
  FundingFacts,
  FundingFollower,
  FundingNetwork,
  FundingPhase,
  FundingRequest,
  FundingSource,
  FundingWay,
  OnRampStatus,
  PreparedTransfer,
  Quote,
} from './funding.ts';

/*
 * What the room will do, by its signatures: each fails with `not_supported` until it is built, in a file of its own.
 */

const refuse = (): never => fail('not_supported', { message: 'Funding is not built yet' });
const refuseLater = async (): Promise<never> => refuse();

/** What is waited for, until the person leaves. */
interface Waiting {
  readonly signal?: AbortSignal | undefined;
}

/** Hears how far a transfer is. */
interface Phases extends Waiting {
  onPhase?(phase: FundingPhase): void;
}

/**
 * Checks what a funding is asked for, and fills in what the app recommends.
 *
 * @throws ServiceError `must_be_authenticated`, `funding_not_enabled` (FUND-07), `unsupported_chain_id` (FUND-08),
 * `invalid_data` for an address or amount that is none
 */
export const toFundingRequest: (client: LatchkeyClient, input: FundInput) => FundingRequest = refuse;

/** The ways that the app offers for a request, in the order in which they are shown. */
export const listFundingWays: (client: LatchkeyClient, request: FundingRequest) => readonly FundingWay[] =
  refuse;

/**
 * What a field for amounts holds after a person typed (FUND-05): what they typed with a comma as a dot, or `before` where
 * that is no amount.
 */
export const typeAmount: (before: string, typed: string, decimals: number) => string = refuse;

/** Reads an amount into the smallest unit; null for what is none. */
export const parseAmount: (text: string, decimals: number) => bigint | null = refuse;

/** Reads what the selection shows besides, in one round. What cannot be read is null. */
export const readFundingFacts: (
  client: LatchkeyClient,
  request: FundingRequest,
  options?: Waiting,
) => Promise<FundingFacts> = refuseLater;

/**
 * Tells of every change of a balance (FUND-15); asks no one while the page is hidden.
 *
 * @returns the function that stops it
 */
export const watchBalance: (
  client: LatchkeyClient,
  place: { readonly address: string; readonly network: FundingNetwork; readonly asset: FundingAsset },
  listener: (balance: FundingBalance) => void,
) => () => void = refuse;

/**
 * Has the address of MoonPay's page signed (MOON-02).
 *
 * @throws ServiceError what the route answers, and what the network says
 */
export const startMoonpay: (
  client: LatchkeyClient,
  request: FundingRequest,
) => Promise<{ readonly signedUrl: string; readonly id: string; readonly isTest: boolean }> = refuseLater;

/** Follows a purchase at MoonPay to its end (MOON-05 to MOON-09). */
export const watchMoonpay: (
  client: LatchkeyClient,
  purchase: { readonly id: string; readonly address: string; readonly isTest: boolean },
  options?: Waiting & { onStatus?(status: OnRampStatus): void },
) => Promise<'completed' | 'failed' | 'serviceFailure'> = refuseLater;

/** Opens the window of Coinbase's page, while a person's press is being handled; null where the browser opens none. */
export const openFundingPopup: (client: LatchkeyClient) => Window | null = refuse;

/**
 * Opens a session at Coinbase, and its page in the window (COIN-03). Closes the window where that fails.
 *
 * @throws ServiceError `unsupported_chain_id` (COIN-04), what the route answers, and what the network says
 */
export const startCoinbase: (
  client: LatchkeyClient,
  request: FundingRequest,
  popup: Window,
) => Promise<{ readonly id: string }> = refuseLater;

/** Follows a purchase at Coinbase to its end, or to the person's leaving (COIN-05, COIN-06). */
export const watchCoinbase: (
  client: LatchkeyClient,
  purchase: { readonly id: string; readonly popup: Window | null },
  /** `onClosed`: the window looks closed, and it is asked a few times more. */
  options?: Waiting & { onClosed?(): void },
) => Promise<'success' | 'failure' | 'exit' | 'timeout'> = refuseLater;

/** The connected wallets that could fund a request, with what they hold on the host's networks of its kind. */
export const listFundingSources: (
  client: LatchkeyClient,
  request: FundingRequest,
  options?: Waiting,
) => Promise<readonly FundingSource[]> = refuseLater;

/**
 * Makes a transfer on the request's own network ready.
 *
 * @throws ServiceError `insufficient_balance` (FUND-16), and what the node says
 */
export const prepareTransfer: (
  client: LatchkeyClient,
  request: FundingRequest,
  wallet: ConnectedWallet,
) => Promise<PreparedTransfer> = refuseLater;

/**
 * Has the wallet send a prepared transfer, and waits until it is on the chain.
 *
 * @throws ServiceError `user_rejected_request`, `transaction_failure`, `client_request_timeout`
 */
export const sendTransfer: (
  client: LatchkeyClient,
  transfer: PreparedTransfer,
  options?: Phases,
) => Promise<{ readonly hash: string }> = refuseLater;

/**
 * Asks what a transfer from another network costs, and holds the answer against what was asked for (BRDG-01 to BRDG-05).
 *
 * @throws ServiceError `quote_failed`, `quote_refused`, `insufficient_balance`, `client_request_timeout`
 */
export const takeQuote: (
  client: LatchkeyClient,
  input: Waiting & {
    readonly request: FundingRequest;
    readonly wallet: ConnectedWallet;
    readonly fromChainId: number;
  },
) => Promise<Quote> = refuseLater;

/**
 * Has the wallet send what a quote consists of (BRDG-06).
 *
 * @throws ServiceError `quote_refused` with `details.reason` `changed` and the new one as `details.quote`,
 * `user_rejected_request`, `transaction_failure`
 */
export const sendQuote: (
  client: LatchkeyClient,
  input: { readonly quote: Quote; readonly request: FundingRequest; readonly wallet: ConnectedWallet },
  options?: Phases,
) => Promise<{ readonly hash: Hex }> = refuseLater;

/** Follows what was sent by a quote until it arrived, came back, or failed. */
export const watchQuote: (
  client: LatchkeyClient,
  transfer: { readonly id: Hex; readonly from: Chain; readonly to: Chain },
  options?: Waiting,
) => Promise<'completed' | 'refunded' | 'failed'> = refuseLater;

/** The act behind `checkFunding`. */
export const assertFundable: (client: LatchkeyClient, input: FundInput) => Promise<void> = refuseLater;

/** The act behind `followFundings`. */
export const followKept: (
  client: LatchkeyClient,
  listener: (list: readonly Funding[]) => void,
) => Promise<FundingFollower> = refuseLater;
