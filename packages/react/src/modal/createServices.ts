import {
  type AccountMethod,
  captchaOf,
  createAccountLink,
  createAccountUpdate,
  createEmailLogin,
  createLoginConfirmation,
  createSmsLogin,
  type LatchkeyClient,
} from '@latchkey/core';
import type { AccountFlows, Services } from '../screens/index.ts';

export function createServices(client: LatchkeyClient): Services {
  const codeLogins = { email: createEmailLogin(client), sms: createSmsLogin(client) };
  return {
    captcha: captchaOf(client),
    client,
    codeLogins,
    accountFlows: createAccountFlows(client),
  };
}

function createAccountFlows(client: LatchkeyClient): AccountFlows {
  const each = <F>(create: (client: LatchkeyClient, method: AccountMethod) => F) => ({
    email: create(client, 'email'),
    sms: create(client, 'sms'),
  });
  return {
    link: each(createAccountLink),
    update: each(createAccountUpdate),
    confirm: each(createLoginConfirmation),
  };
}
