/**
 * Signs and sends with the embedded Solana wallet, and presents it as a Wallet Standard wallet. The frame signs. This
 * module rejects a message that is a transaction of the wallet. `operations.ts` loads its operations.
 */
export type { SolanaChain } from '../../../config/index.ts';
export type { SolanaBalanceChange } from './changes.ts';
export type { SolanaCommitment, SolanaSendOptions } from './delivery.ts';
export type { PreparedSolanaTransaction } from './prepareSolanaTransaction.ts';
export type { SolanaSendRequest, SolanaSignRequest } from './request.ts';
export type { SolanaSigner } from './signer.ts';
