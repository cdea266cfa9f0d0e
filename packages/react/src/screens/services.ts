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

/** What screens work with: the client, and the logins under way that outlive a single screen. */
export interface Services {
  readonly captcha: Captcha;
  readonly client: LatchkeyClient;
  readonly codeLogins: { readonly email: EmailLogin; readonly sms: SmsLogin };
  readonly accountFlows: AccountFlows;
}

/** What a signed-in person does by code: links or changes an account, or confirms an old login. */
export type AccountFlows = {
  readonly [A in 'link' | 'update']: { readonly [M in AccountMethod]: CodeFlow<AccountChange> };
} & { readonly confirm: { readonly [M in AccountMethod]: LoginConfirmation } };

/** A way by which codes reach a person. */
export type CodeChannel = keyof Services['codeLogins'];

/** Gives the services to the screens of one modal. */
export const ServicesContext = createContext<Services | null>(null);

/** The services of the modal that this screen stands in. */
export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('A Latchkey screen stands outside of the Latchkey modal.');
  return services;
}

/** The app's settings, for a screen that may show before they are loaded: null until then. */
export function useFoundSettings(): AppSettings | null {
  const { client } = useServices();
  return useSyncExternalStore(client.subscribe, client.getState).settings;
}

/** The app's settings. Most screens show only once they are loaded. */
export function useSettings(): AppSettings {
  const settings = useFoundSettings();
  if (!settings) throw new Error('A Latchkey screen shows before the settings are loaded.');
  return settings;
}
