import type { LinkedAccount, TransferOffer, User } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';

/** Operations of the client for one account type. A type supports only operations in its record, or in its `byCode`. */
export interface AccountTypeRecord {
  readonly logIn: (client: LatchkeyClient, input: never) => unknown;
  /**
   * Code channel, for accounts that are proved by code. It also links and updates accounts and confirms an old login,
   * so the type needs no other operations for these.
   */
  readonly byCode?: CodeChannel;
  readonly link?: (client: LatchkeyClient, input: never) => unknown;
  readonly confirm?: (client: LatchkeyClient, input: never) => unknown;
  /** Moves an account from another user to this one. @param held data that the type needs in addition to the offer */
  readonly move?: (client: LatchkeyClient, offer: TransferOffer, held: never) => Promise<User>;
  /** Unlinks an account from the user. @param handle identifies the account */
  readonly unlink?: (client: LatchkeyClient, handle: never) => Promise<User>;
}

export interface CodeClaim {
  readonly recipient: string;
  readonly code: string;
}

/** Code channel of an account type: proves its accounts by code and changes them. */
export interface CodeChannel {
  /** Noun for an account of the type, in the message for users who have none to update. */
  readonly noun: string;
  /**
   * Reads a recipient in the form that is sent and compared. @throws ServiceError `invalid_data` for a malformed
   * recipient
   */
  read(text: string): string;
  /** Returns the recipient of an account, or null for another account type. */
  recipientOf(account: LinkedAccount): string | null;
  findCurrent(user: User): string | null;
  /** Sends a code with the signed-in user's token, for a change or to confirm their login. */
  send(client: LatchkeyClient, recipient: string): Promise<unknown>;
  link(client: LatchkeyClient, claim: CodeClaim): Promise<User>;
  update(client: LatchkeyClient, claim: CodeClaim & { readonly current: string }): Promise<User>;
  proofOf(claim: CodeClaim): { email: string; code: string } | { phoneNumber: string; code: string };
}
