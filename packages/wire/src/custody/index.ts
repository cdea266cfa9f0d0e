/**
 * Custody routes between the wallet frame and the service, one file for each capability. Both sides check their own
 * list of operations against {@link custodyRoutes}.
 */

import { feature } from '../feature.ts';
import { connectWalletBodySchema, connectWalletReplySchema, connectWalletRoute } from './connect.ts';
import {
  frameContextBodySchema,
  frameContextReplySchema,
  frameContextRoute,
  verifyTokenBodySchema,
  verifyTokenReplySchema,
  verifyTokenRoute,
} from './context.ts';
import {
  addWalletBodySchema,
  addWalletReplySchema,
  addWalletRoute,
  createWalletBodySchema,
  createWalletReplySchema,
  createWalletRoute,
  importWalletBodySchema,
  importWalletRoute,
} from './create.ts';
import { enrolDeviceBodySchema, enrolDeviceReplySchema, enrolDeviceRoute } from './devices.ts';
import { exportWalletBodySchema, exportWalletReplySchema, exportWalletRoute } from './export.ts';
import {
  farcasterSignerBodySchema,
  farcasterSignerReplySchema,
  farcasterSignerRoute,
} from './farcasterSigner.ts';
import { openCloudBodySchema, openCloudReplySchema, openCloudRoute } from './openCloud.ts';
import { readChainBodySchema, readChainReplySchema, readChainRoute } from './readChain.ts';
import {
  recoverWalletBodySchema,
  recoverWalletReplySchema,
  recoverWalletRoute,
  recoveryParametersBodySchema,
  recoveryParametersRoute,
  sendReleaseCodeBodySchema,
  sendReleaseCodeReplySchema,
  sendReleaseCodeRoute,
  setRecoveryBodySchema,
  setRecoveryReplySchema,
  setRecoveryRoute,
} from './recover.ts';
import { recoveryParametersSchema } from './recoveryMaterial.ts';
import {
  addRecoveryPasskeyBodySchema,
  addRecoveryPasskeyReplySchema,
  addRecoveryPasskeyRoute,
  recoverByPasskeyBodySchema,
  recoverByPasskeyReplySchema,
  recoverByPasskeyRoute,
} from './recoveryPasskeys.ts';

export * from './changeClaim.ts';
export * from './connect.ts';
export * from './context.ts';
export * from './create.ts';
export * from './devices.ts';
export * from './export.ts';
export * from './farcasterSigner.ts';
export { type EntropyKind, entropyKinds, entropyRefEntries, id128, walletSignature } from './fields.ts';
export * from './openCloud.ts';
export * from './readChain.ts';
export * from './recover.ts';
export * from './recoveryMaterial.ts';
export * from './recoveryPasskeys.ts';
export { walletClaim, walletClaimContext } from './walletClaim.ts';

export const custodyRoutes = {
  context: frameContextRoute,
  verifyToken: verifyTokenRoute,
  create: createWalletRoute,
  import: importWalletRoute,
  add: addWalletRoute,
  connect: connectWalletRoute,
  recover: recoverWalletRoute,
  sendReleaseCode: sendReleaseCodeRoute,
  recoveryParameters: recoveryParametersRoute,
  setRecovery: setRecoveryRoute,
  addRecoveryPasskey: addRecoveryPasskeyRoute,
  recoverByPasskey: recoverByPasskeyRoute,
  enrolDevice: enrolDeviceRoute,
  export: exportWalletRoute,
  openCloud: openCloudRoute,
  readChain: readChainRoute,
  farcasterSigner: farcasterSignerRoute,
} as const;

export const custodyFeature = () =>
  feature('frame', custodyRoutes, {
    context: {
      body: frameContextBodySchema(),
      reply: frameContextReplySchema(),
    },
    verifyToken: {
      body: verifyTokenBodySchema(),
      reply: verifyTokenReplySchema(),
    },
    create: {
      body: createWalletBodySchema(),
      reply: createWalletReplySchema(),
    },
    import: {
      body: importWalletBodySchema(),
      reply: createWalletReplySchema(),
    },
    add: {
      body: addWalletBodySchema(),
      reply: addWalletReplySchema(),
    },
    connect: {
      body: connectWalletBodySchema(),
      reply: connectWalletReplySchema(),
    },
    recover: {
      body: recoverWalletBodySchema(),
      reply: recoverWalletReplySchema(),
    },
    sendReleaseCode: {
      body: sendReleaseCodeBodySchema(),
      reply: sendReleaseCodeReplySchema(),
    },
    recoveryParameters: {
      body: recoveryParametersBodySchema(),
      reply: recoveryParametersSchema(),
    },
    setRecovery: {
      body: setRecoveryBodySchema(),
      reply: setRecoveryReplySchema(),
    },
    addRecoveryPasskey: {
      body: addRecoveryPasskeyBodySchema(),
      reply: addRecoveryPasskeyReplySchema(),
    },
    recoverByPasskey: {
      body: recoverByPasskeyBodySchema(),
      reply: recoverByPasskeyReplySchema(),
    },
    enrolDevice: {
      body: enrolDeviceBodySchema(),
      reply: enrolDeviceReplySchema(),
    },
    export: {
      body: exportWalletBodySchema(),
      reply: exportWalletReplySchema(),
    },
    openCloud: {
      body: openCloudBodySchema(),
      reply: openCloudReplySchema(),
    },
    readChain: {
      body: readChainBodySchema(),
      reply: readChainReplySchema(),
    },
    farcasterSigner: {
      body: farcasterSignerBodySchema(),
      reply: farcasterSignerReplySchema(),
    },
  });
