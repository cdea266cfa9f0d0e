import type { App } from '../../apps/index.ts';
import type { Challenges, CodePurpose, CodeRecipient } from '../../challenges/index.ts';
import type { World } from '../../world.ts';
import { composeCodeMessage } from './message.ts';

export interface EmailClaim {
  app: App;
  /** Normalised email address. */
  address: string;
  network: string;
  purpose: CodePurpose;
  /** Id of the request. A client that repeats a request sends the same id. */
  requestId?: string | null | undefined;
  /** True if a captcha token was consumed for the request. */
  hasPassedCaptcha?: boolean;
}

export const toEmailAccount = (address: string) => ({ type: 'email', subject: address }) as const;

export function toEmailRecipient({ app, address, ...asked }: EmailClaim): CodeRecipient {
  return { appId: app.id, channel: 'email', recipient: address, ...asked };
}

/**
 * Sends a code to an address. An attacker must not learn if the address has an account. So this function reads no users
 * (S30). Returns after the mail server has accepted the mail.
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
