/**
 * Schemas of what crosses the wire, apart from the routes: a client imports routes and never these, so that no schema
 * library reaches a host page. The service checks every body with them, and the API document is printed from them.
 */
import {
  adminAppBodySchema,
  adminAppListSchema,
  adminAppSchema,
  adminRoutes,
  rotateSecretBodySchema,
  rotateSecretReplySchema,
} from '../admin.ts';
import { appExtraRoutes, getAppRoute, testCredentialsRoute } from '../app-config.ts';
import { allowlistRoutes } from '../apps/allowlist.ts';
import { captchaRoutes } from '../captcha.ts';
import { cloudRoutes } from '../cloud.ts';
import { customTokenRoutes } from '../methods/custom-token.ts';
import { emailRoutes } from '../methods/email.ts';
import { farcasterRoutes } from '../methods/farcaster.ts';
import { guestRoutes } from '../methods/guest.ts';
import { oauthRoutes } from '../methods/oauth.ts';
import { passkeyRoutes } from '../methods/passkey.ts';
import { smsRoutes } from '../methods/sms.ts';
import { telegramRoutes } from '../methods/telegram.ts';
import { transferRoutes } from '../methods/transfer.ts';
import { appSecretRoutes } from '../operator/app-secrets.ts';
import { auditRoutes } from '../operator/audit.ts';
import { keyRoutes } from '../operator/keys.ts';
import { webhookRoutes } from '../operator/webhooks.ts';
import { keySetRoutes, sessionRoutes } from '../session.ts';
import {
  allowlistBodySchema,
  allowlistEntriesSchema,
  allowlistEntrySchema,
  removedAllowlistEntrySchema,
} from './allowlist.ts';
import {
  appConfigSchema,
  crossAppConnectionsSchema,
  smartWalletsSchema,
  testCredentialsSchema,
} from './app-config.ts';
import * as captcha from './captcha.ts';
import { type CheckedRoute, checked } from './checked.ts';
import { custodyRoutes } from './custodyRoutes.ts';
import * as customToken from './methods/custom-token.ts';
import * as email from './methods/email.ts';
import * as farcaster from './methods/farcaster.ts';
import * as guest from './methods/guest.ts';
import * as oauth from './methods/oauth.ts';
import * as passkey from './methods/passkey.ts';
import * as sms from './methods/sms.ts';
import * as telegram from './methods/telegram.ts';
import * as appSecrets from './operator/app-secrets.ts';
import { auditListSchema } from './operator/audit.ts';
import { dataKeysReplySchema, kekListSchema } from './operator/keys.ts';
import { reauthenticateBodySchema, reauthenticateReplySchema } from './reauthenticate.ts';
import * as cloud from './recovery/cloud.ts';
import {
  forkReplySchema,
  keySetReplySchema,
  logoutReplySchema,
  refreshBodySchema,
  signingKeyListSchema,
  tokenReplySchema,
} from './session.ts';
import { userSchema } from './user.ts';
import { userRoutes } from './users/userRoutes.ts';
import * as webhooks from './webhooks.ts';

export type { CheckedRoute } from './checked.ts';

/** Every route of the service that takes or gives JSON, in the order of the API document. */
export const checkedRoutes: readonly CheckedRoute<never, unknown>[] = [
  checked(getAppRoute, { body: null, reply: appConfigSchema }),
  checked(appExtraRoutes.smartWallets, { body: null, reply: smartWalletsSchema }),
  checked(appExtraRoutes.crossAppConnections, { body: null, reply: crossAppConnectionsSchema }),
  checked(testCredentialsRoute, { body: null, reply: testCredentialsSchema }),
  checked(allowlistRoutes.list, { body: null, reply: allowlistEntriesSchema }),
  checked(allowlistRoutes.add, { body: allowlistBodySchema, reply: allowlistEntrySchema }),
  checked(allowlistRoutes.remove, { body: allowlistBodySchema, reply: removedAllowlistEntrySchema }),
  checked(captchaRoutes.challenge, {
    body: captcha.captchaChallengeBodySchema,
    reply: captcha.captchaChallengeSchema,
  }),
  checked(cloudRoutes.start, { body: cloud.cloudStartBodySchema, reply: cloud.cloudStartReplySchema }),
  checked(cloudRoutes.startICloud, { body: cloud.iCloudBodySchema, reply: cloud.iCloudStartReplySchema }),
  checked(cloudRoutes.finish, { body: cloud.cloudFinishBodySchema, reply: cloud.cloudFinishReplySchema }),
  checked(cloudRoutes.getICloudConfig, { body: cloud.iCloudBodySchema, reply: cloud.iCloudContainerSchema }),
  checked(customTokenRoutes.authenticate, {
    body: customToken.customTokenBodySchema,
    reply: customToken.customTokenReplySchema,
  }),
  checked(emailRoutes.sendCode, { body: email.sendCodeBodySchema, reply: email.sendCodeReplySchema }),
  checked(emailRoutes.authenticate, {
    body: email.emailAuthenticateBodySchema,
    reply: email.emailAuthenticateReplySchema,
  }),
  checked(emailRoutes.link, { body: email.linkEmailBodySchema, reply: userSchema }),
  checked(emailRoutes.update, { body: email.updateEmailBodySchema, reply: userSchema }),
  checked(emailRoutes.unlink, { body: email.unlinkEmailBodySchema, reply: userSchema }),
  checked(transferRoutes.email, { body: email.transferEmailBodySchema, reply: userSchema }),
  checked(farcasterRoutes.init, {
    body: farcaster.farcasterInitBodySchema,
    reply: farcaster.farcasterChannelSchema,
  }),
  checked(farcasterRoutes.status, { body: null, reply: farcaster.farcasterStatusSchema }),
  checked(farcasterRoutes.authenticate, {
    body: farcaster.farcasterAuthenticateBodySchema,
    reply: farcaster.farcasterAuthenticateReplySchema,
  }),
  checked(farcasterRoutes.link, { body: farcaster.farcasterLinkBodySchema, reply: userSchema }),
  checked(farcasterRoutes.unlink, { body: farcaster.unlinkFarcasterBodySchema, reply: userSchema }),
  checked(transferRoutes.farcaster, { body: farcaster.farcasterTransferBodySchema, reply: userSchema }),
  checked(farcasterRoutes.initMiniApp, {
    body: farcaster.miniAppInitBodySchema,
    reply: farcaster.farcasterNonceSchema,
  }),
  checked(farcasterRoutes.authenticateMiniApp, {
    body: farcaster.miniAppAuthenticateBodySchema,
    reply: farcaster.farcasterAuthenticateReplySchema,
  }),
  checked(guestRoutes.authenticate, {
    body: guest.guestAuthenticateBodySchema,
    reply: guest.guestAuthenticateReplySchema,
  }),
  checked(passkeyRoutes.startSignUp, {
    body: passkey.startPasskeyBodySchema,
    reply: passkey.passkeyCreationReplySchema,
  }),
  checked(passkeyRoutes.signUp, {
    body: passkey.newPasskeyBodySchema,
    reply: tokenReplySchema,
  }),
  checked(passkeyRoutes.startLogin, {
    body: passkey.startPasskeyBodySchema,
    reply: passkey.passkeyRequestReplySchema,
  }),
  checked(passkeyRoutes.authenticate, {
    body: passkey.passkeyLoginBodySchema,
    reply: tokenReplySchema,
  }),
  checked(passkeyRoutes.startLink, {
    body: passkey.startPasskeyBodySchema,
    reply: passkey.passkeyCreationReplySchema,
  }),
  checked(passkeyRoutes.link, { body: passkey.newPasskeyBodySchema, reply: userSchema }),
  checked(passkeyRoutes.unlink, { body: passkey.unlinkPasskeyBodySchema, reply: userSchema }),
  checked(oauthRoutes.start, { body: oauth.oauthStartBodySchema, reply: oauth.oauthStartReplySchema }),
  checked(oauthRoutes.authenticate, {
    body: oauth.oauthAuthenticateBodySchema,
    reply: oauth.oauthAuthenticateReplySchema,
  }),
  checked(oauthRoutes.link, { body: oauth.oauthLinkBodySchema, reply: oauth.oauthLinkReplySchema }),
  checked(oauthRoutes.unlink, { body: oauth.unlinkOAuthBodySchema, reply: userSchema }),
  checked(transferRoutes.oauth, { body: oauth.oauthTransferBodySchema, reply: userSchema }),
  checked(smsRoutes.sendCode, { body: sms.sendSmsCodeBodySchema, reply: sms.sendSmsCodeReplySchema }),
  checked(smsRoutes.authenticate, {
    body: sms.smsAuthenticateBodySchema,
    reply: sms.smsAuthenticateReplySchema,
  }),
  checked(smsRoutes.link, { body: sms.linkPhoneBodySchema, reply: userSchema }),
  checked(smsRoutes.update, { body: sms.updatePhoneBodySchema, reply: userSchema }),
  checked(smsRoutes.unlink, { body: sms.unlinkPhoneBodySchema, reply: userSchema }),
  checked(transferRoutes.sms, { body: sms.transferPhoneBodySchema, reply: userSchema }),
  checked(telegramRoutes.authenticate, {
    body: telegram.telegramAuthenticateBodySchema,
    reply: telegram.telegramAuthenticateReplySchema,
  }),
  checked(telegramRoutes.link, { body: telegram.telegramDataSchema, reply: userSchema }),
  checked(telegramRoutes.unlink, { body: telegram.unlinkTelegramBodySchema, reply: userSchema }),
  checked(transferRoutes.telegram, { body: telegram.transferTelegramBodySchema, reply: userSchema }),
  checked(sessionRoutes.refresh, { body: refreshBodySchema, reply: tokenReplySchema }),
  checked(sessionRoutes.fork, { body: refreshBodySchema, reply: forkReplySchema }),
  checked(sessionRoutes.recoverFork, { body: refreshBodySchema, reply: tokenReplySchema }),
  checked(sessionRoutes.reauthenticate, {
    body: reauthenticateBodySchema,
    reply: reauthenticateReplySchema,
  }),
  checked(sessionRoutes.logout, { body: refreshBodySchema, reply: logoutReplySchema }),
  checked(keySetRoutes.get, { body: null, reply: keySetReplySchema }),
  checked(keySetRoutes.getForServers, { body: null, reply: keySetReplySchema }),
  ...custodyRoutes,
  ...userRoutes,
  checked(adminRoutes.createApp, { body: adminAppBodySchema, reply: adminAppSchema }),
  checked(adminRoutes.listApps, { body: null, reply: adminAppListSchema }),
  checked(adminRoutes.getApp, { body: null, reply: adminAppSchema }),
  checked(adminRoutes.rotateSecret, { body: rotateSecretBodySchema, reply: rotateSecretReplySchema }),
  checked(adminRoutes.updateApp, { body: adminAppBodySchema, reply: adminAppSchema }),
  checked(captchaRoutes.setSecret, {
    body: captcha.captchaSecretBodySchema,
    reply: captcha.captchaSecretReplySchema,
  }),
  checked(appSecretRoutes.put, {
    body: appSecrets.appSecretBodySchema,
    reply: appSecrets.appSecretReplySchema,
  }),
  checked(auditRoutes.list, { body: null, reply: auditListSchema }),
  checked(adminRoutes.rotateSigningKey, { body: null, reply: signingKeyListSchema }),
  checked(adminRoutes.revokeSigningKey, { body: null, reply: signingKeyListSchema }),
  checked(keyRoutes.list, { body: null, reply: kekListSchema }),
  checked(keyRoutes.rotate, { body: null, reply: dataKeysReplySchema }),
  checked(webhookRoutes.create, { body: webhooks.webhookBodySchema, reply: webhooks.webhookSchema }),
  checked(webhookRoutes.list, { body: null, reply: webhooks.webhookListSchema }),
  checked(webhookRoutes.update, { body: webhooks.webhookChangeBodySchema, reply: webhooks.webhookSchema }),
  checked(webhookRoutes.rotateSecret, { body: null, reply: webhooks.webhookSecretSchema }),
  checked(webhookRoutes.remove, { body: null, reply: webhooks.webhookRemovedSchema }),
  checked(webhookRoutes.test, { body: null, reply: webhooks.webhookDeliverySchema }),
  checked(webhookRoutes.deliveries, { body: null, reply: webhooks.webhookDeliveryListSchema }),
  checked(webhookRoutes.redeliver, { body: null, reply: webhooks.webhookDeliverySchema }),
] as unknown as readonly CheckedRoute<never, unknown>[];
