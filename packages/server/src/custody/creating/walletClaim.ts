import { type ChainType, fail, walletClaim, walletClaimContext } from '@latchkey/wire';
import { toChecksumAddress, toSolanaPublicKey } from '../../crypto/index.ts';
import type { UserKey } from '../../userKey.ts';
import { isSignedByWallet } from '../walletSignature.ts';

/** The address that a claim is for, and its future owner. */
export interface WalletClaim extends UserKey {
  entropyUid: string;
  chainType: ChainType;
  address: string;
}

/**
 * Checks that the key of an address has signed that the address belongs to a user. Otherwise an attacker could
 * register a stranger's address as their own wallet, and hosts that trust linked accounts would treat them as its
 * owner.
 *
 * @param signature in the form that {@link isSignedByWallet} expects
 * @throws ServiceError `invalid_data` if the address is not in its chain's canonical form (EIP-55; base 58), or if
 *   its key has not signed the claim
 */
export function checkWalletClaim(claim: WalletClaim, signature: string): void {
  const { chainType, address } = claim;
  assertWritten(chainType, address);
  const statement = { chainType, address, text: walletClaim(claim), context: walletClaimContext };
  if (isSignedByWallet(statement, signature)) return;
  fail('invalid_data', { message: "The wallet's signature does not match its address." });
}

function assertWritten(chainType: ChainType, address: string): void {
  if (chainType === 'solana') {
    if (!toSolanaPublicKey(address))
      fail('invalid_data', { message: 'The address must be a Solana address.' });
    return;
  }
  if (!/^0x[0-9a-fA-F]{40}$/.test(address) || toChecksumAddress(address) !== address) {
    fail('invalid_data', { message: 'The address must be an Ethereum address with its checksum (EIP-55).' });
  }
}
