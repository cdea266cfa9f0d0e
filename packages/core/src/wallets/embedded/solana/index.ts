/**
 * Solana: what the embedded wallet of that chain signs and sends, and the wallet as the Wallet Standard knows wallets.
 * The frame signs; that a message is none of a transaction's is this room's to see. Its acts are loaded by
 * the doors of the house (`doors.ts`).
 */
export type { SolanaChain } from '../../../config/index.ts';
export type { BalanceChange } from './changes.ts';
export type { SendOptions, SolanaCommitment } from './delivery.ts';
export type { PreparedSolanaTransaction } from './prepare.ts';
export type { SolanaSendRequest, SolanaSignRequest } from './request.ts';
export type { SolanaSigner } from './signer.ts';
