import { emailRoutes, smsRoutes, type User } from '@latchkey/wire';
import { heldToken } from '../../captcha/index.ts';
import type { LatchkeyClient } from '../../client.ts';
import { callAsUser, changeAccounts } from './changeAccounts.ts';
import { readEmail, readPhoneNumber } from './recipients.ts';

interface Claim {
  readonly recipient: string;
  readonly code: string;
}

/** How the accounts of a method are proved by code and changed. */
interface AccountChannel {
  readonly type: 'email' | 'phone';
  /** What an account of the type is called where someone has none. */
  readonly noun: string;
  read(text: string): string;
  findCurrent(user: User): string | null;
  /** With the user's token: by it the service knows that the code is for a change of this user. */
  send(client: LatchkeyClient, recipient: string): Promise<unknown>;
  link(client: LatchkeyClient, claim: Claim): Promise<User>;
  update(client: LatchkeyClient, claim: Claim & { readonly current: string }): Promise<User>;
  proofOf(claim: Claim): { email: string; code: string } | { phoneNumber: string; code: string };
}

/** The methods whose accounts are proved by code. Alphabetical. */
export const accountChannels = {
  email: {
    type: 'email',
    noun: 'an email',
    read: readEmail,
    findCurrent: ({ email }) => email?.address ?? null,
    send: (client, email) => callAsUser(client, emailRoutes.sendCode, { email, ...heldToken(client) }),
    link: (client, { recipient: email, code }) => changeAccounts(client, emailRoutes.link, { email, code }),
    update: (client, { current: oldAddress, recipient: newAddress, code }) =>
      changeAccounts(client, emailRoutes.update, { oldAddress, newAddress, code }),
    proofOf: ({ recipient: email, code }) => ({ email, code }),
  },
  sms: {
    type: 'phone',
    noun: 'a phone number',
    read: readPhoneNumber,
    findCurrent: ({ phone }) => phone?.number ?? null,
    send: (client, phoneNumber) =>
      callAsUser(client, smsRoutes.sendCode, { phoneNumber, ...heldToken(client) }),
    link: (client, { recipient: phoneNumber, code }) =>
      changeAccounts(client, smsRoutes.link, { phoneNumber, code }),
    update: (client, { current: old_phone_number, recipient: new_phone_number, code }) =>
      changeAccounts(client, smsRoutes.update, { old_phone_number, new_phone_number, code }),
    proofOf: ({ recipient: phoneNumber, code }) => ({ phoneNumber, code }),
  },
} as const satisfies Record<string, AccountChannel>;

/** A method whose accounts are linked by code. */
export type AccountMethod = keyof typeof accountChannels;
