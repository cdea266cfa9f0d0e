import type { App } from '../../apps/index.ts';
import type { CodePurpose, CodeRecipient } from '../../challenges/index.ts';
import type { MethodDeps } from '../method.ts';
import { readPhoneNumber } from './phoneNumber.ts';

interface PhoneRequester {
  app: App;
  network: string;
  purpose: CodePurpose;
}

export const toPhoneAccount = (phoneNumber: string) => ({ type: 'phone', subject: phoneNumber }) as const;

/**
 * Reads a number for an app. The app's regions do not apply to numbers that could be a test account, because nothing
 * is sent to these.
 *
 * @throws ServiceError the codes of `readPhoneNumber`
 */
export function readNumber(admission: MethodDeps['admission'], app: App, text: string): string {
  const number = readPhoneNumber(text, null);
  return admission.isReserved(app, toPhoneAccount(number))
    ? number
    : readPhoneNumber(text, app.settings.sms_regions);
}

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
