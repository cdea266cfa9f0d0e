import type { App } from '../../apps/index.ts';
import type { Challenges, CodePurpose, CodeRecipient } from '../../challenges/index.ts';
import type { World } from '../../world.ts';
import { composeCodeMessage } from './message.ts';

/** An address that asks for a code, or gives one, and the client network from which it does. */
export interface EmailClaim {
  app: App;
  /** Normalised. */
  address: string;
  network: string;
  /** What the code is good for. */
  purpose: CodePurpose;
  /** Id of the request; of a code that is asked for. */
  requestId?: string | null | undefined;
  /** Whether a captcha token was burnt for it; of a code that is asked for. */
  hasPassedCaptcha?: boolean;
}

/** The account that an address is. */
export const toEmailAccount = (address: string) => ({ type: 'email', subject: address }) as const;

/** The recipient of a code. */
export function toEmailRecipient({ app, address, ...asked }: EmailClaim): CodeRecipient {
  return { appId: app.id, channel: 'email', recipient: address, ...asked };
}

/**
 * Sends a code to an address. Nothing here looks at users, so that body, status and time are the same whether or not
 * the address has an account (S30); and it answers once the mail server has taken the letter.
 *
 * @throws ServiceError `too_many_requests`, `delivery_failed`
 */
export async function sendCode(world: World, challenges: Challenges, claim: EmailClaim): Promise<void> {
  const { app, address, purpose } = claim;
  const { name: appName } = app.settings;
  await challenges.codes.send(toEmailRecipient(claim), (code) =>
    world.mailer.send({ to: address, ...composeCodeMessage({ appName, code, purpose }) }),
  );
}
