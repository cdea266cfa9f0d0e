import * as v from 'valibot';
import { custodyCodes } from '../codes.ts';
import { parentOrigin } from '../fields.ts';
import { recoveryMethods } from '../recoveryMethods.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';
import { custodyWalletSchema, entropyKind, entropyRefEntries, id128, unlockedFor } from './fields.ts';

export const connectWalletBodySchema = () =>
  v.strictObject({
    parent_origin: parentOrigin(),
    ...entropyRefEntries(),
    device_id: id128(),
    entropy_uid: id128(),
  });
export type ConnectWalletBody = InputOf<typeof connectWalletBodySchema>;
export const connectWalletReplySchema = () =>
  v.object({
    auth_part: v.string(),
    recovery_version: v.number(),
    recovery_method: v.picklist(recoveryMethods),
    kind: entropyKind(),
    unlocked_for: unlockedFor(),
    wallets: v.array(custodyWalletSchema()),
  });
export type ConnectWalletReply = OutputOf<typeof connectWalletReplySchema>;

export const connectWalletRoute = /* @__PURE__ */ route<ConnectWalletBody, ConnectWalletReply>({
  name: 'frame.connect',
  method: 'POST',
  path: '/api/v1/frame/wallets/connect',
  auth: 'frame',
  retry: 'safe',
  codes: [...custodyCodes, 'wallet_not_on_device', 'embedded_wallet_not_found'],
  summary: 'Releases the auth part of this device.',
});
