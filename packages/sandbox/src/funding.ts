import { createECDH, createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import type { Hono } from 'hono';

/*
 * What tests, the rig and `npm start` rely on of the stand-ins that wallets are funded by: MoonPay, Coinbase Onramp and a
 * quote service that moves funds between two chains.
 */

/** The account that the stand-in for MoonPay knows: the same in every sandbox, and it opens nothing but sandboxes. */
export const moonpayKeys = {
  publicKey: 'pk_live_sandbox',
  secretKey: 'sk_live_sandbox',
  webhookKey: 'wk_live_sandbox',
  testPublicKey: 'pk_test_sandbox',
  testSecretKey: 'sk_test_sandbox',
  testWebhookKey: 'wk_test_sandbox',
} as const;

/** A secret API key of Coinbase's developer platform. */
export interface CoinbaseKey {
  /** `kid` and `sub` of what it signs. */
  readonly name: string;
  /** As the platform hands it out: PKCS#8 in PEM of P-256, or base64 of seed and public key of Ed25519. */
  readonly secret: string;
}

/** The account that the stand-in for Coinbase knows, likewise, with a key of each kind. */
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

/** The same keys in every process, so that an app can hold them before the sandbox runs; they protect nothing. */
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
  // RFC 8410 §7: what stands before the seed in PKCS#8.
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const { x = '' } = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })).export({
    format: 'jwk',
  });
  return Buffer.concat([seed, Buffer.from(x, 'base64url')]).toString('base64');
}

/** What may be wrong with a provider's status API. */
export type OnRampFault = 'silent' | 'slow' | 'broken' | 'junk' | 'unknown';

/** What both stand-ins for providers do. */
interface OnRampStandIn<Transaction, Button extends string> {
  readonly routes: Hono;
  /** All transactions, the newest first. */
  list(): readonly Transaction[];
  /** Does what a button of the page does. */
  press(reference: string, button: Button): Promise<void>;
  /** From now on the status API answers so; null: it answers again. */
  fail(fault: OnRampFault | null): void;
  /** Where events go; null: nowhere. */
  sendEventsTo(url: string | null): void;
  /** Ends calls that wait. */
  close(): void;
}

export interface MoonpayTransaction {
  readonly id: string;
  readonly externalTransactionId: string;
  readonly status: 'waitingPayment' | 'pending' | 'waitingAuthorization' | 'completed' | 'failed';
  readonly walletAddress: string;
  readonly currencyCode: string;
  readonly quoteCurrencyAmount: number | null;
  /** What moved the coins on the chain. */
  readonly cryptoTransactionId: string | null;
  readonly isTest: boolean;
}

/** The buttons of MoonPay's page. */
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

/** The buttons of Coinbase's page. */
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

/** A quote that was asked for, as the documented wire has it; amounts are decimal digits. */
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

/** What a quote may lie about. */
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

/** What may be wrong with the quote service. */
export type BridgeFault = 'silent' | 'slow' | 'broken' | 'message' | 'script';

/** How the quote service ends what was deposited. */
export type BridgeFill = 'success' | 'delayed' | 'refund' | 'failure' | 'never';

/** The quote service, which really moves funds between the sandbox's two chains. */
export interface Bridge {
  readonly routes: Hono;
  /** The quotes that were asked for, the oldest first. */
  requests(): readonly BridgeRequest[];
  /** From now on quotes lie so; null: they are honest. */
  lie(how: BridgeLie | null): void;
  /** From now on every call for a quote ends so; null: they are answered again. */
  fail(fault: BridgeFault | null): void;
  /** How deposits end from now on. */
  fill(how: BridgeFill): void;
  /** What the next quote costs beyond the amount, in basis points. */
  price(bps: number): void;
  /** Ends calls that wait. */
  close(): void;
}
