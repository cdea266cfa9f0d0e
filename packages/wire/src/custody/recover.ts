import * as v from 'valibot';
import { route } from '../route.ts';
import { custodyCodes, custodyWalletSchema, entropyRefEntries, parentOrigin } from './fields.ts';

export const recoverWalletBodySchema = v.strictObject({
  parent_origin: parentOrigin(),
  ...entropyRefEntries,
});
export type RecoverWalletBody = v.InferInput<typeof recoverWalletBodySchema>;
export const recoverWalletReplySchema = v.object({
  entropy_uid: v.string(),
  recovery_id: v.string(),
  recovery_version: v.number(),
  method: v.literal('privy'),
  auth_part: v.string(),
  ciphertext: v.string(),
  recovery_key: v.string(),
  wallets: v.array(custodyWalletSchema),
});
export type RecoverWalletReply = v.InferOutput<typeof recoverWalletReplySchema>;

export const recoverWalletRoute = /* @__PURE__ */ route<RecoverWalletBody, RecoverWalletReply>({
  name: 'frame.recover',
  method: 'POST',
  path: '/api/v1/frame/wallets/recover',
  auth: 'frame',
  retry: 'safe',
  codes: [...custodyCodes, 'embedded_wallet_not_found', 'not_supported'],
  summary: 'Releases the recovery material; every release is recorded and notified.',
});
