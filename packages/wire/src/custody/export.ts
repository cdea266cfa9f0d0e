import * as v from 'valibot';
import { custodyCodes } from '../codes.ts';
import { parentOrigin } from '../fields.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';
import { custodyWalletSchema, entropyRefEntries, walletAddress } from './fields.ts';

export const exportWalletBodySchema = () =>
  v.strictObject({
    parent_origin: parentOrigin(),
    ...entropyRefEntries(),
    address: walletAddress(),
    /** Form of the exported key; `check` only asks if an export is allowed. */
    what: v.picklist(['check', 'key', 'phrase', 'kit']),
  });
export type ExportWalletBody = InputOf<typeof exportWalletBodySchema>;
export const exportWalletReplySchema = () =>
  v.object({
    /** All wallets of the entropy, for an exit kit. */
    wallets: v.array(custodyWalletSchema()),
  });
export type ExportWalletReply = OutputOf<typeof exportWalletReplySchema>;

export const exportWalletRoute = /* @__PURE__ */ route<ExportWalletBody, ExportWalletReply>({
  name: 'frame.export',
  method: 'POST',
  path: '/api/v1/frame/wallets/export',
  auth: 'frame',
  retry: 'safe',
  codes: [...custodyCodes, 'embedded_wallet_not_found'],
  summary:
    'Permits the export of a key after a recent login. Each permission is recorded, and the user is notified.',
});
