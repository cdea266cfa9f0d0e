import { confirmInOAuthPopup } from '@latchkey/core';
import { fail, isOAuthProvider, oauthProviders, oauthTypeOf } from '@latchkey/wire';
import type { ConfirmWay } from '../../changes/confirmWay.ts';

/** Opens the provider in a popup. A redirect would lose the action that waits on this page for the confirmation. */
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
