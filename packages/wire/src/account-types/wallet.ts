import * as v from 'valibot';
import { recoveryMethods } from '../recoveryMethods.ts';
import { accountTypeRecord, given, maybe, text } from './accountType.ts';

/** Wallet, embedded or external. Embedded ones cannot be imported. */
export const walletAccount = /* @__PURE__ */ accountTypeRecord({
  account: () => ({
    address: text(),
    chain_type: v.picklist(['ethereum', 'solana']),
    chain_id: maybe(),
    wallet_client: text(),
    wallet_client_type: maybe(),
    connector_type: maybe(),
    wallet_index: v.nullish(v.number()),
    recovery_method: v.nullish(v.picklist(recoveryMethods)),
    imported: v.nullish(v.boolean()),
    entropy_id: maybe(),
    delegated: v.nullish(v.boolean()),
    public_key: maybe(),
  }),
  imported: () => ({ address: given(64), chain_type: v.picklist(['ethereum', 'solana']) }),
  subject: 'address',
  names: ['address'],
  compact: ['address', 'chain_type', 'wallet_client_type'],
  proof: ['signature'],
});
