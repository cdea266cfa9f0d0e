/**
 * Custody routes, between the wallet frame and the service, one file for each capability. Both sides check their own
 * list of operations against {@link custodyRoutes}.
 */
import { connectWalletRoute } from './connect.ts';
import { frameContextRoute, verifyTokenRoute } from './context.ts';
import { addWalletRoute, createWalletRoute, importWalletRoute } from './create.ts';
import { enrolDeviceRoute } from './devices.ts';
import { exportWalletRoute } from './export.ts';
import { farcasterSignerRoute } from './farcasterSigner.ts';
import { openCloudRoute } from './openCloud.ts';
import { readChainRoute } from './readChain.ts';
import {
  recoverWalletRoute,
  recoveryParametersRoute,
  sendReleaseCodeRoute,
  setRecoveryRoute,
} from './recover.ts';
import { addRecoveryPasskeyRoute, recoverByPasskeyRoute } from './recoveryPasskeys.ts';

export * from './changeClaim.ts';
export * from './connect.ts';
export * from './context.ts';
export * from './create.ts';
export * from './devices.ts';
export * from './export.ts';
export * from './farcasterSigner.ts';
export { type EntropyKind, entropyKinds } from './fields.ts';
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
