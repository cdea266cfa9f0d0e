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
 * Refuses some links before any request ({@link checkFree}).
 *
 * @throws ServiceError `must_be_authenticated`, `disallowed_login_method` if the app allows the type for logins only,
 *   `cannot_link_more_of_type` if the user can have no more accounts of the type
 */
export function checkLink(client: LatchkeyClient, method: MethodName | CrossAppProviderName): void {
  const providerAppId = appIdOfProvider(method);
  checkFree(client, accountTypeOf(method), providerAppId ? { providerAppId } : {});
}

/**
 * Refuses, before any request, an update of an address or number that the user does not have.
 *
 * @returns the address or number that would be replaced
 * @throws ServiceError `must_be_authenticated`, `not_found` if the user has none of the type (LINK-17)
 */
export function checkUpdate(client: LatchkeyClient, method: AccountMethod): string {
  const { findCurrent, noun } = accountTypes[method].byCode;
  const { user } = getSignedIn(client);
  const current = user && findCurrent(user);
  return current ?? fail('not_found', { message: `User does not have ${noun} linked to their account.` });
}

/**
 * Creates a flow that links an email address or a phone number to the signed-in user.
 *
 * In addition to the codes of every code flow, it fails with those of `checkLink`, `linked_to_another_user`,
 * `account_transfer_required` (see `transferAccount`), `recent_login_required` (see {@link createLoginConfirmation})
 * and, if no other reason is known, `failed_to_link_account`.
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
 * Creates a flow that replaces the user's email address or phone number with another one, which receives the code. It
 * fails with the codes of `checkUpdate` instead of those of `checkLink`, and otherwise like {@link createAccountLink}.
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

export interface LoginConfirmation extends CodeFlow<Confirmation, [act?: ConfirmationAct]> {
  /** @param act the action to confirm, from `toConfirmationAct` of the refusal */
  submitCode(code: string, act?: ConfirmationAct): Promise<Confirmation>;
}

/**
 * Creates a flow that confirms the login with a code to one of the user's own addresses or phone numbers. Afterwards,
 * repeat the action that was refused with `recent_login_required`. The session stays the same.
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

/** Returns the new account. @throws ServiceError `failed_to_link_account` if the reply lacks it */
function accountOf(user: User, method: AccountMethod, recipient: string): AccountChange['account'] {
  const { recipientOf } = accountTypes[method].byCode;
  return user.linkedAccounts.find((one) => recipientOf(one) === recipient) ?? fail('failed_to_link_account');
}
