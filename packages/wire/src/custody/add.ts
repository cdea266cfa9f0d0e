import * as v from 'valibot';
import { route } from '../route.ts';
import { claimedWallet, custodyCodes, custodyWalletSchema, id128, parentOrigin } from './fields.ts';

export const addWalletBodySchema = v.strictObject({
  parent_origin: parentOrigin(),
  request_id: id128(),
  entropy_uid: id128(),
  wallet: claimedWallet(v.pipe(v.number(), v.integer(), v.minValue(0))),
});
export type AddWalletBody = v.InferInput<typeof addWalletBodySchema>;
export const addWalletReplySchema = v.object({ wallets: v.array(custodyWalletSchema) });
export type AddWalletReply = v.InferOutput<typeof addWalletReplySchema>;

export const addWalletRoute = /* @__PURE__ */ route<AddWalletBody, AddWalletReply>({
  name: 'frame.add',
  method: 'POST',
  path: '/api/v1/frame/wallets/add',
  auth: 'frame',
  retry: 'safe',
  codes: [
    ...custodyCodes,
    'embedded_wallet_already_exists',
    'embedded_wallet_not_found',
    'idempotency_mismatch',
    'linked_to_another_user',
    'not_supported',
  ],
  summary: 'Registers a further wallet of an entropy: the next index, or the first of its other chain.',
});
