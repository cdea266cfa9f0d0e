import { confirmInOAuthPopup } from '@latchkey/core';
import { fail, isOAuthProvider, oauthProviders, oauthTypeOf } from '@latchkey/wire';
import type { ConfirmWay } from '../../changes/confirmWay.ts';

/** Providers open in a popup: what was wanted waits on this page, and would be gone with it. */
export const confirmAtProvider: ConfirmWay = {
  effort: 'popup',
  entriesOf: ({ linkedAccounts }) =>
    oauthProviders
      .filter((provider) => linkedAccounts.some(({ type }) => type === oauthTypeOf(provider)))
      .map((name) => ({ name })),
  async prove({ client }, { name }, act) {
    if (!isOAuthProvider(name)) return fail('not_supported', { details: { reason: 'account_type' } });
    return confirmInOAuthPopup(client, { provider: name, act });
  },
};
