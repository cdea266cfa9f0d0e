import {
  accountTypeOf,
  appIdOfProvider,
  type ConfirmationAct,
  type CrossAppProviderName,
  fail,
  type MethodName,
  type User,
} from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { reauthenticate } from '../../session/index.ts';
import { type AccountMethod, accountTypes } from '../account-types/index.ts';
import { type CodeFlow, createCodeFlow } from '../oneTimeCode.ts';
import { type AccountChange, guardLink } from './changeAccounts.ts';
import { checkFree, getSignedIn } from './checkFree.ts';
import type { Confirmation } from './confirm.ts';

/**
 * Refuses a link that the service would refuse, before any request.
 *
 * @throws ServiceError `must_be_authenticated`, `disallowed_login_method` where the app links none of the kind,
 *   `cannot_link_more_of_type` where the user has as many of the type as there may be
 */
export function checkLink(client: LatchkeyClient, method: MethodName | CrossAppProviderName): void {
  const providerAppId = appIdOfProvider(method);
  checkFree(client, accountTypeOf(method), providerAppId ? { providerAppId } : {});
}

/**
 * Refuses an update that the service would refuse, before any request.
 *
 * @returns the address or number that would be replaced
 * @throws ServiceError `must_be_authenticated`, `not_found` where the user has none of the kind (LINK-17)
 */
export function checkUpdate(client: LatchkeyClient, method: AccountMethod): string {
  const { findCurrent, noun } = accountTypes[method].byCode;
  const { user } = getSignedIn(client);
  const current = user && findCurrent(user);
  return current ?? fail('not_found', { message: `User does not have ${noun} linked to their account.` });
}

/**
 * Makes the linking of an e-mail address or a phone number to the user who is signed in.
 *
 * Besides the codes of every flow by code it fails with those of `checkLink`, `linked_to_another_user`,
 * `recent_login_required` (see {@link createLoginConfirmation}) and, where nothing tells more, `failed_to_link_account`.
 *
 * @example
 * const link = createAccountLink(client, 'sms');
 * await link.sendCode('+1 201 555 0123');
 * const { user } = await link.submitCode('123456');
 */
export function createAccountLink(client: LatchkeyClient, method: AccountMethod): CodeFlow<AccountChange> {
  const { read, send, link } = accountTypes[method].byCode;
  return createCodeFlow(client, {
    read,
    send: (recipient) =>
      guardLink(
        () => checkLink(client, method),
        () => send(client, recipient),
      ),
    submit: async (claim) => {
      const user = await guardLink(
        () => checkLink(client, method),
        () => link(client, claim),
      );
      return { user, account: accountOf(user, method, claim.recipient) };
    },
  });
}

/**
 * Makes the change of the user's e-mail address or phone number for another one, which gets the code. Fails as a link
 * does, and with `not_found` where there is nothing to change.
 *
 * @example
 * const update = createAccountUpdate(client, 'email');
 * await update.sendCode('new@company.example');
 * await update.submitCode('123456');
 */
export function createAccountUpdate(client: LatchkeyClient, method: AccountMethod): CodeFlow<AccountChange> {
  const { read, send, update } = accountTypes[method].byCode;
  return createCodeFlow(client, {
    read,
    send: (recipient) =>
      guardLink(
        () => checkUpdate(client, method),
        () => send(client, recipient),
      ),
    submit: async (claim) => {
      const user = await guardLink(
        () => checkUpdate(client, method),
        (current) => update(client, { ...claim, current }),
      );
      return { user, account: accountOf(user, method, claim.recipient) };
    },
  });
}

/** A confirmation by code. */
export interface LoginConfirmation extends CodeFlow<Confirmation, [act?: ConfirmationAct]> {
  /** @param act what the proof is for, by `toConfirmationAct` of the refusal */
  submitCode(code: string, act?: ConfirmationAct): Promise<Confirmation>;
}

/**
 * Makes the confirmation that a sensitive act asks for whose login is too old (`recent_login_required`): a code to one of
 * the user's own addresses or numbers, after which the act can be tried again. The session stays the same.
 */
export function createLoginConfirmation(client: LatchkeyClient, method: AccountMethod): LoginConfirmation {
  const { read, send, proofOf } = accountTypes[method].byCode;
  return createCodeFlow<Confirmation, [act?: ConfirmationAct]>(client, {
    read,
    send: (recipient) => send(client, recipient),
    async submit(claim, act) {
      await reauthenticate(client, proofOf(claim), act);
      return { confirmed: true };
    },
  });
}

/** The account that is new. @throws ServiceError `failed_to_link_account` for an answer without it */
function accountOf(user: User, method: AccountMethod, recipient: string): AccountChange['account'] {
  const { recipientOf } = accountTypes[method].byCode;
  return user.linkedAccounts.find((one) => recipientOf(one) === recipient) ?? fail('failed_to_link_account');
}
