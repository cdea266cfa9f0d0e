import {
  addRecoveryPasskeyBodySchema,
  addRecoveryPasskeyReplySchema,
  addWalletBodySchema,
  addWalletReplySchema,
  connectWalletBodySchema,
  connectWalletReplySchema,
  createWalletBodySchema,
  createWalletReplySchema,
  custodyRoutes,
  enrolDeviceBodySchema,
  enrolDeviceReplySchema,
  exportWalletBodySchema,
  exportWalletReplySchema,
  farcasterSignerBodySchema,
  farcasterSignerReplySchema,
  frameContextBodySchema,
  frameContextReplySchema,
  importWalletBodySchema,
  openCloudBodySchema,
  openCloudReplySchema,
  readChainBodySchema,
  readChainReplySchema,
  recoverByPasskeyBodySchema,
  recoverByPasskeyReplySchema,
  recoverWalletBodySchema,
  recoverWalletReplySchema,
  recoveryParametersBodySchema,
  recoveryParametersSchema,
  sendReleaseCodeBodySchema,
  sendReleaseCodeReplySchema,
  setRecoveryBodySchema,
  setRecoveryReplySchema,
  verifyTokenBodySchema,
  verifyTokenReplySchema,
} from '../../custody/index.ts';
import { feature } from '../feature.ts';

/** What the wallet frame asks of the service. */
export const custody = /* @__PURE__ */ feature('frame', custodyRoutes, {
  context: {
    body: frameContextBodySchema,
    reply: frameContextReplySchema,
  },
  verifyToken: {
    body: verifyTokenBodySchema,
    reply: verifyTokenReplySchema,
  },
  create: {
    body: createWalletBodySchema,
    reply: createWalletReplySchema,
  },
  import: {
    body: importWalletBodySchema,
    reply: createWalletReplySchema,
  },
  add: {
    body: addWalletBodySchema,
    reply: addWalletReplySchema,
  },
  connect: {
    body: connectWalletBodySchema,
    reply: connectWalletReplySchema,
  },
  recover: {
    body: recoverWalletBodySchema,
    reply: recoverWalletReplySchema,
  },
  sendReleaseCode: {
    body: sendReleaseCodeBodySchema,
    reply: sendReleaseCodeReplySchema,
  },
  recoveryParameters: {
    body: recoveryParametersBodySchema,
    reply: recoveryParametersSchema,
  },
  setRecovery: {
    body: setRecoveryBodySchema,
    reply: setRecoveryReplySchema,
  },
  addRecoveryPasskey: {
    body: addRecoveryPasskeyBodySchema,
    reply: addRecoveryPasskeyReplySchema,
  },
  recoverByPasskey: {
    body: recoverByPasskeyBodySchema,
    reply: recoverByPasskeyReplySchema,
  },
  enrolDevice: {
    body: enrolDeviceBodySchema,
    reply: enrolDeviceReplySchema,
  },
  export: {
    body: exportWalletBodySchema,
    reply: exportWalletReplySchema,
  },
  openCloud: {
    body: openCloudBodySchema,
    reply: openCloudReplySchema,
  },
  readChain: {
    body: readChainBodySchema,
    reply: readChainReplySchema,
  },
  farcasterSigner: {
    body: farcasterSignerBodySchema,
    reply: farcasterSignerReplySchema,
  },
});
