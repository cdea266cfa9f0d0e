import type { App } from '../../apps/index.ts';
import type { CodePurpose, CodeRecipient } from '../../challenges/index.ts';
import type { MethodDeps } from '../method.ts';
import { readPhoneNumber } from './phoneNumber.ts';

/** A caller that asks for a code or gives one: from which client network, and what the code is good for. */
interface PhoneRequester {
  app: App;
  network: string;
  purpose: CodePurpose;
}

/** The account that a number is (E.164). */
export const toPhoneAccount = (phoneNumber: string) => ({ type: 'phone', subject: phoneNumber }) as const;

/**
 * Reads a number of an app's people. Those that could be its test number are of no region, because nothing is sent there.
 *
 * @throws ServiceError the codes of `readPhoneNumber`
 */
export function readNumber(admission: MethodDeps['admission'], app: App, text: string): string {
  const number = readPhoneNumber(text, null);
  return admission.isReserved(app, toPhoneAccount(number))
    ? number
    : readPhoneNumber(text, app.settings.sms_regions);
}

/** The recipient of a code. */
export const toPhoneRecipient = (
  { app, network, purpose }: PhoneRequester,
  recipient: string,
): CodeRecipient => ({
  appId: app.id,
  channel: 'sms',
  recipient,
  purpose,
  network,
});
