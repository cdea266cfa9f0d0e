import { randomBytes } from 'node:crypto';
import {
  type AddRecoveryPasskeyBody,
  type AddWalletBody,
  deviceChange,
  passkeyChange,
  recoveryChange,
  type SetRecoveryBody,
  walletChange,
} from '@latchkey/wire';
import { type makeWallet, randomId } from '../custodyClient.ts';

type Signer = Pick<ReturnType<typeof makeWallet>, 'toChange'>;

export const toSetRecovery = <Set extends SetRecoveryBody['recovery']>(wallet: Signer, recovery: Set) => ({
  ...wallet.toChange(recoveryChange(recovery)),
  recovery,
});

export const toAddPasskey = (wallet: Signer, passkey: AddRecoveryPasskeyBody['passkey']) => ({
  ...wallet.toChange(passkeyChange(passkey)),
  passkey,
});

/** Returns the body that adds a wallet, which its own key has claimed. */
export const toAddWallet = (wallet: Signer, added: AddWalletBody['wallet']) => ({
  ...wallet.toChange(walletChange(added)),
  wallet: added,
});

/** Returns the body that enrols a device, with random bytes as its part. */
export function toEnrolDevice(wallet: Signer, deviceId = randomId()) {
  const device = { device_id: deviceId, auth_part: randomBytes(17).toString('base64url') };
  return { ...wallet.toChange(deviceChange(device)), ...device };
}
