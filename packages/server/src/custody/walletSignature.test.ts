import { makeWallet, signClaim } from '@latchkey/testkit';
import { walletClaim, walletClaimContext } from '@latchkey/wire';
import { expect, test } from 'vitest';
import { isSignedByWallet } from './walletSignature.ts';

const owner = { appId: 'latchkey-test-app-0000001', userId: 'did:privy:ada' };

test.each(['ethereum', 'solana'] as const)(
  'a statement is accepted only with a signature by the key of its %s address',
  (chainType) => {
    const { address, entropyUid, privateKey } = makeWallet(owner, chainType);
    const claim = { ...owner, entropyUid, chainType, address };
    const statement = { chainType, address, text: walletClaim(claim), context: walletClaimContext };
    const signature = signClaim(claim, privateKey);
    expect(isSignedByWallet(statement, signature)).toBe(true);
    expect(isSignedByWallet({ ...statement, address: makeWallet(owner, chainType).address }, signature)).toBe(
      false,
    );
    expect(isSignedByWallet({ ...statement, text: `${statement.text} ` }, signature)).toBe(false);
    for (const none of ['', 'none', '0'.repeat(44), `1${address}`]) {
      expect(isSignedByWallet({ ...statement, address: none }, signature)).toBe(false);
    }
  },
);
