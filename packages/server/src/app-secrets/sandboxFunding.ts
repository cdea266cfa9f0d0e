import { makeSandboxKey } from './sandboxKey.ts';

/** Accounts at the providers that sell coins. */
export interface SharedFunding {
  readonly moonpay: {
    readonly publicKey: string;
    readonly secretKey: string;
    readonly webhookKey: string;
    readonly testPublicKey: string;
    readonly testSecretKey: string;
    readonly testWebhookKey: string;
  };
  readonly coinbase: {
    readonly projectId: string;
    readonly keyName: string;
    readonly secret: string;
    readonly webhookSecret: string;
  };
}

/** What apps of a development service share: the accounts that the sandbox's stand-ins know. */
export const sandboxFunding: SharedFunding = {
  moonpay: {
    publicKey: 'pk_live_sandbox',
    secretKey: 'sk_live_sandbox',
    webhookKey: 'wk_live_sandbox',
    testPublicKey: 'pk_test_sandbox',
    testSecretKey: 'sk_test_sandbox',
    testWebhookKey: 'wk_test_sandbox',
  },
  coinbase: {
    projectId: 'sandbox-project',
    keyName: 'organizations/sandbox/apiKeys/ec',
    secret: makeSandboxKey('Coinbase Onramp, sandbox'),
    webhookSecret: 'sandbox-coinbase-webhook',
  },
};
