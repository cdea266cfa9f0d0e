import { emailRoutes } from '@latchkey/wire';
import type { App } from '../../apps/index.ts';
import type { CodePurpose } from '../../challenges/index.ts';
import { type Caller, type Implementation, implement } from '../../http/index.ts';
import type { ChangeDeps } from '../changes/admitAccountChange.ts';
import { linkAccount, unlinkAccount, updateAccount } from '../changes/changeAccounts.ts';
import { transferAccount } from '../changes/transfer.ts';
import { toEmailAccount, toEmailRecipient } from './sendCode.ts';

const method = 'email';

/** Creates the routes with which a signed-in user links, updates, unlinks and transfers an email address (wire §2.3). */
export function emailChanges(deps: ChangeDeps): Implementation[] {
  const prover =
    (app: App, { network }: Caller, { address, code }: { address: string; code: string }) =>
    (purpose: CodePurpose) =>
      deps.admission.proveCode(app, { to: toEmailRecipient({ app, address, network, purpose }), code });

  return [
    implement(emailRoutes.link, ({ app, body, caller }) => {
      const { email: address, code } = body;
      const call = { app, caller, method, account: toEmailAccount(address) } as const;
      return linkAccount(deps, call, prover(app, caller, { address, code }));
    }),
    implement(emailRoutes.update, ({ app, body, caller }) => {
      const { oldAddress, newAddress: address, code } = body;
      const call = {
        app,
        caller,
        method,
        account: toEmailAccount(address),
        old: toEmailAccount(oldAddress),
      } as const;
      return updateAccount(deps, call, prover(app, caller, { address, code }));
    }),
    implement(emailRoutes.unlink, ({ app, body, caller }) =>
      unlinkAccount(deps, { app, caller, account: toEmailAccount(body.address) }),
    ),
    implement(emailRoutes.transfer, ({ app, body: { email, nonce }, caller }) =>
      transferAccount(deps, { app, caller, nonce, method, readSubject: () => email }),
    ),
  ];
}
