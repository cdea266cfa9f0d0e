import { createECDH, createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import type { Hono } from 'hono';

/* Shared types and keys of the funding stand-ins that tests, the harness and `npm start` use: MoonPay, Coinbase
   Onramp and a quote service that moves funds between two chains. */

/** Account at the MoonPay stand-in. It is the same in every sandbox and valid only there. */
export const moonpayKeys = {
  publicKey: 'pk_live_sandbox',
  secretKey: 'sk_live_sandbox',
  webhookKey: 'wk_live_sandbox',
  testPublicKey: 'pk_test_sandbox',
  testSecretKey: 'sk_test_sandbox',
  testWebhookKey: 'wk_test_sandbox',
} as const;

/** Secret API key of Coinbase's developer platform. */
export interface CoinbaseKey {
  /** `kid` and `sub` of the tokens that it signs. */
  readonly name: string;
  /** Key in the platform's format: PKCS#8 PEM of a P-256 key, or base64 of an Ed25519 seed and public key. */
  readonly secret: string;
}

/** Account at the Coinbase stand-in, with a key of each type. It is the same in every sandbox and valid only there. */
export const coinbaseKeys: {
  readonly projectId: string;
  readonly webhookSecret: string;
  readonly ec: CoinbaseKey;
  readonly ed25519: CoinbaseKey;
} = {
  projectId: 'sandbox-project',
  webhookSecret: 'sandbox-coinbase-webhook',
  ec: { name: 'organizations/sandbox/apiKeys/ec', secret: makeEcKey() },
  ed25519: { name: 'organizations/sandbox/apiKeys/ed25519', secret: makeEdKey() },
};

/** Derives the same key in every process, so an app can hold it before the sandbox runs. It protects nothing. */
function makeEcKey(): string {
  const secret = createHash('sha256').update('Coinbase Onramp, sandbox').digest();
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(secret);
  const point = curve.getPublicKey();
  const text = (bytes: Buffer) => bytes.toString('base64url');
  const [x, y] = [text(point.subarray(1, 33)), text(point.subarray(33))];
  const jwk = { kty: 'EC', crv: 'P-256', d: text(secret), x, y };
  return createPrivateKey({ key: jwk, format: 'jwk' }).export({ type: 'pkcs8', format: 'pem' }).toString();
}

function makeEdKey(): string {
  const seed = createHash('sha256').update('Coinbase Onramp, sandbox, Ed25519').digest();
  // PKCS#8 prefix of an Ed25519 seed (RFC 8410 §7).
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const { x = '' } = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })).export({
    format: 'jwk',
  });
  return Buffer.concat([seed, Buffer.from(x, 'base64url')]).toString('base64');
}

export type OnRampFault = 'silent' | 'slow' | 'broken' | 'junk' | 'unknown';

/** Operations that both provider stand-ins have. */
interface OnRampStandIn<Transaction, Button extends string> {
  readonly routes: Hono;
  /** All transactions, newest first. */
  list(): readonly Transaction[];
  /** Does what a button of the page does. */
  press(reference: string, button: Button): Promise<void>;
  /** Sets the fault of the API from now on; null ends it. */
  fail(fault: OnRampFault | null): void;
  /** Sets the URL that events are sent to; null sends none. */
  sendEventsTo(url: string | null): void;
  /** Ends open calls. */
  close(): void;
}

export interface MoonpayTransaction {
  readonly id: string;
  readonly externalTransactionId: string;
  readonly status: 'waitingPayment' | 'pending' | 'waitingAuthorization' | 'completed' | 'failed';
  readonly walletAddress: string;
  readonly currencyCode: string;
  readonly quoteCurrencyAmount: number | null;
  /** Transaction that moved the coins on chain. */
  readonly cryptoTransactionId: string | null;
  readonly isTest: boolean;
}

export type MoonpayButton =
  | 'pay'
  | 'ask-authorization'
  | 'complete'
  | 'fail'
  | 'fail-later'
  | 'other-wallet'
  | 'script'
  | 'event-twice'
  | 'event-forged'
  | 'event-old';

export interface MoonpayStandIn extends OnRampStandIn<MoonpayTransaction, MoonpayButton> {
  readonly keys: typeof moonpayKeys;
}

export interface CoinbaseTransaction {
  readonly transactionId: string;
  readonly partnerUserRef: string;
  readonly status:
    | 'ONRAMP_TRANSACTION_STATUS_CREATED'
    | 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS'
    | 'ONRAMP_TRANSACTION_STATUS_SUCCESS'
    | 'ONRAMP_TRANSACTION_STATUS_FAILED';
  readonly walletAddress: string;
  readonly purchaseCurrency: string;
  readonly purchaseNetwork: string;
  readonly purchaseAmount: { readonly value: string; readonly currency: string };
  readonly txHash: string | null;
}

export type CoinbaseButton =
  | 'pay'
  | 'complete'
  | 'fail'
  | 'other-wallet'
  | 'script'
  | 'event-twice'
  | 'event-forged';

export interface CoinbaseStandIn extends OnRampStandIn<CoinbaseTransaction, CoinbaseButton> {
  readonly keys: typeof coinbaseKeys;
}

/** Quote request, as the service documents it. Amounts are decimal digits. */
export interface BridgeRequest {
  readonly user: string;
  readonly recipient: string;
  readonly originChainId: number;
  readonly destinationChainId: number;
  readonly originCurrency: string;
  readonly destinationCurrency: string;
  readonly amount: string;
  readonly tradeType: string;
  readonly [field: string]: unknown;
}

export type BridgeLie =
  | 'recipient'
  | 'payer'
  | 'destination-chain'
  | 'origin-chain'
  | 'total'
  | 'hidden-value'
  | 'less-out'
  | 'currency'
  | 'unlimited-approval'
  | 'approval-to-other'
  | 'approval-of-other-token'
  | 'signature-step'
  | 'permit-step'
  | 'extra-step'
  | 'token-drain'
  | 'check-elsewhere'
  | 'no-steps'
  | 'many-steps'
  | 'no-details'
  | 'proto'
  | 'huge';

/** Faults of the quote service. */
export type BridgeFault = 'silent' | 'slow' | 'broken' | 'message' | 'script';

/** Outcomes of a deposit at the quote service. */
export type BridgeFill = 'success' | 'delayed' | 'refund' | 'failure' | 'never';

/** Quote service, which moves funds between the sandbox's two chains. */
export interface Bridge {
  readonly routes: Hono;
  /** Well-formed quote requests that no fault ended, oldest first. */
  requests(): readonly BridgeRequest[];
  /** Sets how quotes are false from now on; null makes them correct. */
  lie(how: BridgeLie | null): void;
  /** Sets the fault of requests from now on; null ends it. */
  fail(fault: BridgeFault | null): void;
  /** Sets the outcome of deposits from now on. */
  fill(how: BridgeFill): void;
  /** Sets the cost of later quotes, in basis points of the amount. */
  price(bps: number): void;
  /** Ends open calls. */
  close(): void;
}
