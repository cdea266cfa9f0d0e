import * as v from 'valibot';
import { base64url, parentOrigin } from '../fields.ts';

/** An id made by the frame: 128 random bits. */
export const id128 = () => base64url(22, 22);
/** One part of a split entropy. */
export const part = () => base64url(4, 256);
const chainType = () => v.picklist(['ethereum', 'solana']);
export const walletAddress = () => v.pipe(v.string(), v.minLength(32), v.maxLength(64));

export const entropyRefEntries = () =>
  ({
    /** Address of the index-0 wallet of the entropy. */
    entropy_id: walletAddress(),
    entropy_id_verifier: v.picklist(['ethereum-address-verifier', 'solana-address-verifier']),
  }) as const;

/** A signature by a wallet's key. Ethereum: r, s and recovery bit, 65 bytes. Solana: 64 bytes. */
export const walletSignature = () => base64url(86, 87);

/** What every change of an entropy that is there already carries. */
export const changeEntries = () =>
  ({
    parent_origin: parentOrigin(),
    request_id: id128(),
    ...entropyRefEntries(),
    entropy_uid: id128(),
    /** Over `changeClaim`, by the wallet that `entropy_id` names. */
    signature: walletSignature(),
  }) as const;

/**
 * Where an entropy comes from. One that was `created` or given as a phrase derives wallets of both chains by index; an
 * `imported-key` is the key of its one wallet.
 */
export const entropyKinds = ['created', 'imported-key', 'imported-phrase'] as const;
export type EntropyKind = (typeof entropyKinds)[number];
export const entropyKind = () => v.picklist(entropyKinds);

/** A wallet on its way to the service, with its own key's signature over `walletClaim`. */
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
 * For how many more seconds a verified second factor keeps the wallet open to this session and proof key; null for a user
 * without one, where nothing but the frame's own times end it. A duration, because clocks of browsers differ.
 */
export const unlockedFor = () => v.nullable(v.number());
