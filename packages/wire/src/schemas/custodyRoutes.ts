import * as custody from '../custody/index.ts';
import { checked } from './checked.ts';

/** What the wallet frame asks of the service. */
export const custodyRoutes = [
  checked(custody.custodyRoutes.context, {
    body: custody.frameContextBodySchema,
    reply: custody.frameContextReplySchema,
  }),
  checked(custody.custodyRoutes.verifyToken, {
    body: custody.verifyTokenBodySchema,
    reply: custody.verifyTokenReplySchema,
  }),
  checked(custody.custodyRoutes.create, {
    body: custody.createWalletBodySchema,
    reply: custody.createWalletReplySchema,
  }),
  checked(custody.custodyRoutes.import, {
    body: custody.importWalletBodySchema,
    reply: custody.createWalletReplySchema,
  }),
  checked(custody.custodyRoutes.add, {
    body: custody.addWalletBodySchema,
    reply: custody.addWalletReplySchema,
  }),
  checked(custody.custodyRoutes.connect, {
    body: custody.connectWalletBodySchema,
    reply: custody.connectWalletReplySchema,
  }),
  checked(custody.custodyRoutes.recover, {
    body: custody.recoverWalletBodySchema,
    reply: custody.recoverWalletReplySchema,
  }),
  checked(custody.custodyRoutes.recoveryParameters, {
    body: custody.recoveryParametersBodySchema,
    reply: custody.recoveryParametersSchema,
  }),
  checked(custody.custodyRoutes.setRecovery, {
    body: custody.setRecoveryBodySchema,
    reply: custody.setRecoveryReplySchema,
  }),
  checked(custody.custodyRoutes.addRecoveryPasskey, {
    body: custody.addRecoveryPasskeyBodySchema,
    reply: custody.addRecoveryPasskeyReplySchema,
  }),
  checked(custody.custodyRoutes.recoverByPasskey, {
    body: custody.recoverByPasskeyBodySchema,
    reply: custody.recoverByPasskeyReplySchema,
  }),
  checked(custody.custodyRoutes.enrolDevice, {
    body: custody.enrolDeviceBodySchema,
    reply: custody.enrolDeviceReplySchema,
  }),
  checked(custody.custodyRoutes.export, {
    body: custody.exportWalletBodySchema,
    reply: custody.exportWalletReplySchema,
  }),
  checked(custody.custodyRoutes.openCloud, {
    body: custody.openCloudBodySchema,
    reply: custody.openCloudReplySchema,
  }),
];
