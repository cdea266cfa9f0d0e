import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as core from './index.ts';
import { clientName } from './version.ts';

describe('the package', () => {
  it('exports these names and no others', () => {
    expect(Object.keys(core).sort()).toMatchInlineSnapshot(`
      [
        "ServiceError",
        "acceptTerms",
        "addRecoveryPasskey",
        "approveRequest",
        "captchaOf",
        "checkLink",
        "checkUpdate",
        "connectWallet",
        "createAccountLink",
        "createAccountUpdate",
        "createAdditionalWallet",
        "createClient",
        "createEmailLogin",
        "createFarcasterLink",
        "createFarcasterLogin",
        "createGuestAccount",
        "createLoginConfirmation",
        "createSmsLogin",
        "createWallet",
        "defaults",
        "exportWallet",
        "findPasswordFlaw",
        "findRecentLogin",
        "followCustomAuth",
        "forkSession",
        "generateRecoveryPassword",
        "getAccessToken",
        "getEmbeddedWallet",
        "getEthereumProvider",
        "getIdentityToken",
        "getWalletFrameState",
        "importWallet",
        "initLoginWithTelegram",
        "initMiniAppLogin",
        "initialFarcaster",
        "initialOtp",
        "isCode",
        "linkTelegram",
        "listDevices",
        "listRecoveryPasskeys",
        "listWallets",
        "loadTelegramScript",
        "loginFlows",
        "loginWithCustomToken",
        "loginWithMiniApp",
        "loginWithTelegram",
        "logout",
        "modalWait",
        "mountWalletFrame",
        "needsTerms",
        "needsWallet",
        "noCaptcha",
        "passwordStrengthOf",
        "reauthenticate",
        "recoverWallet",
        "recoverWithPasskey",
        "registerSolanaWallet",
        "rememberLogin",
        "removeRecoveryPasskey",
        "revokeDevice",
        "scorePassword",
        "sendAnalyticsEvent",
        "sendSolanaTransaction",
        "setRecovery",
        "signMessage",
        "signRequest",
        "signSolanaMessage",
        "signSolanaTransaction",
        "signTypedData",
        "startRecoveryOAuth",
        "subscribeWalletFrame",
        "takeTelegramReturn",
        "unlinkEmail",
        "unlinkFarcaster",
        "unlinkPhone",
        "unlinkTelegram",
      ]
    `);
  });

  it('tells the service its own version', () => {
    const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
    expect(clientName).toBe(`latchkey-core:${JSON.parse(manifest).version}`);
  });
});
