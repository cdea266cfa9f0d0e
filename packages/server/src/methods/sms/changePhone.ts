import { smsRoutes } from '@latchkey/wire';
import type { App } from '../../apps/index.ts';
import type { CodePurpose } from '../../challenges/index.ts';
import { type Caller, type Implementation, implement } from '../../http/index.ts';
import { phoneKey } from '../../users/index.ts';
import type { ChangeDeps } from '../changes/admitAccountChange.ts';
import { linkAccount, unlinkAccount, updateAccount } from '../changes/changeAccounts.ts';
import { transferAccount } from '../changes/transfer.ts';
import { readNumber, toPhoneAccount, toPhoneRecipient } from './phoneAccount.ts';

const method = 'sms';

/** Creates the routes with which a signed-in user links, updates, unlinks and transfers a phone number (wire §2.3). */
export function phoneChanges(deps: ChangeDeps): Implementation[] {
  const readNew = (app: App, text: string) => toPhoneAccount(readNumber(deps.admission, app, text));
  const prover =
    (app: App, { network }: Caller, { phoneNumber, code }: { phoneNumber: string; code: string }) =>
    async (purpose: CodePurpose) => {
      const number = readNumber(deps.admission, app, phoneNumber);
      return deps.admission.proveCode(app, { to: toPhoneRecipient({ app, network, purpose }, number), code });
    };

  return [
    implement(smsRoutes.link, async ({ app, body, caller }) => {
      const account = readNew(app, body.phoneNumber);
      return linkAccount(deps, { app, caller, method, account }, prover(app, caller, body));
    }),
    implement(smsRoutes.update, async ({ app, body, caller }) => {
      const { old_phone_number: oldNumber, new_phone_number: phoneNumber, code } = body;
      // The old number is not checked against the app's regions, because the app may no longer send to its country.
      const call = {
        app,
        caller,
        method,
        account: readNew(app, phoneNumber),
        old: phoneKey(oldNumber),
      } as const;
      return updateAccount(deps, call, prover(app, caller, { phoneNumber, code }));
    }),
    implement(smsRoutes.unlink, ({ app, body, caller }) =>
      unlinkAccount(deps, { app, caller, account: phoneKey(body.phoneNumber) }),
    ),
    implement(smsRoutes.transfer, ({ app, body: { nonce, phoneNumber }, caller }) =>
      transferAccount(deps, {
        app,
        caller,
        nonce,
        method,
        readSubject: () => phoneKey(phoneNumber).subject,
      }),
    ),
  ];
}
