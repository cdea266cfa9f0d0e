import * as v from 'valibot';
import { route } from '../route.ts';
import {
  base64url,
  custodyCodes,
  custodyWalletSchema,
  id128,
  parentOrigin,
  part,
  walletAddress,
} from './fields.ts';
import { recoverySetSchema } from './recoveryMaterial.ts';

export const createWalletBodySchema = v.strictObject({
  parent_origin: parentOrigin(),
  request_id: id128(),
  entropy_uid: id128(),
  wallets: v.pipe(
    v.array(
      v.strictObject({
        address: walletAddress(),
        chain_type: v.literal('ethereum'),
        wallet_index: v.literal(0),
        /** r, s and recovery bit by the wallet's own key over `walletClaim`: nobody registers an address that he does not hold. */
        signature: base64url(87, 87),
      }),
    ),
    v.length(1),
  ),
  device: v.strictObject({ device_id: id128(), auth_part: part() }),
  recovery: recoverySetSchema(v.literal(1)),
});
export type CreateWalletBody = v.InferOutput<typeof createWalletBodySchema>;
export const createWalletReplySchema = v.object({
  /** False when a parallel create won: then the winner's entropy stands here and the frame drops its own. */
  created: v.boolean(),
  entropy_uid: v.string(),
  wallets: v.array(custodyWalletSchema),
});
export type CreateWalletReply = v.InferOutput<typeof createWalletReplySchema>;

export const createWalletRoute = /* @__PURE__ */ route<CreateWalletBody, CreateWalletReply>({
  name: 'frame.create',
  method: 'POST',
  path: '/api/v1/frame/wallets/create',
  auth: 'frame',
  retry: 'safe',
  codes: [
    ...custodyCodes,
    'embedded_wallet_already_exists',
    'idempotency_mismatch',
    'linked_to_another_user',
  ],
  summary: 'Registers a created wallet: addresses, device pair and recovery pair, in one go.',
});
