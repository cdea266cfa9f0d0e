import type {
  AccountChange,
  AccountMethod,
  AppSettings,
  Captcha,
  CodeFlow,
  EmailLogin,
  LatchkeyClient,
  LoginConfirmation,
  SmsLogin,
} from '@latchkey/core';
import { createContext, useContext, useSyncExternalStore } from 'react';

/** Services of the screens: the client, the captcha, and code flows that outlive a single screen. */
export interface Services {
  readonly captcha: Captcha;
  readonly client: LatchkeyClient;
  readonly codeLogins: { readonly email: EmailLogin; readonly sms: SmsLogin };
  readonly accountFlows: AccountFlows;
}

/** Code flows of a signed-in user: they link or change an account, or confirm the login. */
export type AccountFlows = {
  readonly [A in 'link' | 'update']: { readonly [M in AccountMethod]: CodeFlow<AccountChange> };
} & { readonly confirm: { readonly [M in AccountMethod]: LoginConfirmation } };

export type CodeChannel = keyof Services['codeLogins'];

export const ServicesContext = createContext<Services | null>(null);

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('A Latchkey screen stands outside of the Latchkey modal.');
  return services;
}

/** Returns the app's settings, or null until they are loaded. */
export function useFoundSettings(): AppSettings | null {
  const { client } = useServices();
  return useSyncExternalStore(client.subscribe, client.getState).settings;
}

/**
 * Returns the app's settings.
 *
 * @throws Error if they are not loaded yet
 */
export function useSettings(): AppSettings {
  const settings = useFoundSettings();
  if (!settings) throw new Error('A Latchkey screen shows before the settings are loaded.');
  return settings;
}
