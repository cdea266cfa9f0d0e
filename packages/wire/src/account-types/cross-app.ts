import * as v from 'valibot';
import { accountTypeRecord, text } from './accountType.ts';

const addresses = () => v.array(v.object({ address: v.string() }));

/** User of another app, whose wallets may be used here. */
export const crossAppAccount = /* @__PURE__ */ accountTypeRecord({
  account: () => ({
    subject: text(),
    provider_app_id: text(),
    embedded_wallets: addresses(),
    smart_wallets: addresses(),
  }),
  imported: null,
  subject: 'subject',
  names: [],
  compact: ['subject', 'provider_app_id', 'embedded_wallets', 'smart_wallets'],
  proof: [],
});
