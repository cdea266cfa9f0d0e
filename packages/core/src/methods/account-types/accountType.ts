import type { LinkedAccount, TransferOffer, User } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';

/**
 * All that the client knows of one kind of account. What is left out, the kind does not do. What is lazy is
 * loaded when it is first used: a page that opens the modal has this record of every kind.
 */
export interface AccountTypeRecord {
  /** Logs in, or makes the flow that does. */
  readonly logIn: (client: LatchkeyClient, input: never) => unknown;
  /** How its accounts are proved by code: linked, updated, and an old login confirmed. Such a kind needs no other way. */
  readonly byCode?: CodeChannel;
  /** Links an account, or makes the flow that does. */
  readonly link?: (client: LatchkeyClient, input: never) => unknown;
  /** Confirms an old login, or makes the flow that does. */
  readonly confirm?: (client: LatchkeyClient, input: never) => unknown;
  /** Moves an account here that another user has. @param held what it takes besides the offer */
  readonly move?: (client: LatchkeyClient, offer: TransferOffer, held: never) => Promise<User>;
  /** Takes an account from the user. @param handle what names it */
  readonly unlink?: (client: LatchkeyClient, handle: never) => Promise<User>;
}

/** A code that came, and where to. */
export interface CodeClaim {
  readonly recipient: string;
  readonly code: string;
}

/** How the accounts of a kind are proved by code and changed. */
export interface CodeChannel {
  /** What an account is called where someone has none. */
  readonly noun: string;
  /** The recipient as it is sent and compared. @throws ServiceError `invalid_data` for what is none */
  read(text: string): string;
  /** The recipient of an account; null for one of another kind. */
  recipientOf(account: LinkedAccount): string | null;
  findCurrent(user: User): string | null;
  /** With the user's token: by it the service knows that the code is for a change of this user. */
  send(client: LatchkeyClient, recipient: string): Promise<unknown>;
  link(client: LatchkeyClient, claim: CodeClaim): Promise<User>;
  update(client: LatchkeyClient, claim: CodeClaim & { readonly current: string }): Promise<User>;
  proofOf(claim: CodeClaim): { email: string; code: string } | { phoneNumber: string; code: string };
}
