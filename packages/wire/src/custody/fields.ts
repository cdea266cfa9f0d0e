import * as v from 'valibot';
import { base64url, parentOrigin } from '../fields.ts';

/** Id made by the frame: 128 random bits. */
export const id128 = () => base64url(22, 22);
/** One part of a split entropy. */
export const part = () => base64url(4, 256);
const chainType = () => v.picklist(['ethereum', 'solana']);
export const walletAddress = () => v.pipe(v.string(), v.minLength(32), v.maxLength(64));

export const entropyRefEntries = () =>
  ({
    /** Address of a wallet of the entropy at index 0. */
    entropy_id: walletAddress(),
    entropy_id_verifier: v.picklist(['ethereum-address-verifier', 'solana-address-verifier']),
  }) as const;

/** Signature by a wallet's key. Ethereum: r, s and recovery bit, 65 bytes. Solana: 64 bytes. */
export const walletSignature = () => base64url(86, 87);

/** Fields of every change of an existing entropy. */
export const changeEntries = () =>
  ({
    parent_origin: parentOrigin(),
    request_id: id128(),
    ...entropyRefEntries(),
    entropy_uid: id128(),
    /** Signature over `changeClaim`, by the wallet that `entropy_id` names. */
    signature: walletSignature(),
  }) as const;

/**
 * Origin of an entropy. A `created` one, or one imported as a phrase, derives wallets of both chains by index. An
 * `imported-key` is the key of its only wallet.
 */
export const entropyKinds = ['created', 'imported-key', 'imported-phrase'] as const;
export type EntropyKind = (typeof entropyKinds)[number];
export const entropyKind = () => v.picklist(entropyKinds);

/** Wallet in a request to the service, with its own key's signature over `walletClaim`. */
export const claimedWallet = <Index extends v.GenericSchema<number, number>>(index: Index) =>
  v.strictObject({
    address: walletAddress(),
    chain_type: chainType(),
    wallet_index: index,
    signature: walletSignature(),
  });

export const custodyWalletSchema = () =>
  v.object({
    address: v.string(),
    chain_type: chainType(),
    wallet_index: v.pipe(v.number(), v.integer()),
  });

/**
 * Seconds for which a verified second factor keeps the wallet open for this session and proof key. Null for a user
 * without a factor. It is a duration, because browsers' clocks differ.
 */
export const unlockedFor = () => v.nullable(v.number());
