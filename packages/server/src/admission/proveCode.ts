import type { App } from '../apps/index.ts';
import type { Challenges, CodeRecipient, Recipient } from '../challenges/index.ts';
import type { NewAccount } from '../users/index.ts';
import type { World } from '../world.ts';
import type { TestAccess } from './createTestAccess.ts';
import { type Proof, toProof } from './proof.ts';

/** A code that someone gave, and whom it was sent to. */
export interface GivenCode {
  readonly to: CodeRecipient;
  readonly code: string;
}

/** The account that a recipient of codes is: what a right code proves, because the code was sent there. */
export function accountOf({ channel, recipient }: Recipient): NewAccount {
  return channel === 'email'
    ? { type: 'email', subject: recipient, details: { address: recipient } }
    : { type: 'phone', subject: recipient, details: { phoneNumber: recipient } };
}

/**
 * Makes what proves that someone reads what is sent to a recipient: of the app's test account by the code that it
 * always has, else by the code that was sent, which it uses up.
 */
export function createProveCode(
  { clock }: Pick<World, 'clock'>,
  rooms: {
    codes: Pick<Challenges['codes'], 'consume'>;
    testAccess: Pick<TestAccess, 'prove'>;
  },
): (app: App, given: GivenCode) => Promise<Proof> {
  return async (app, { to, code }) => {
    if (!(await rooms.testAccess.prove(app, { to, code }))) await rooms.codes.consume(to, code);
    return toProof({ method: to.channel, account: accountOf(to), provedAtMs: clock.now() });
  };
}
