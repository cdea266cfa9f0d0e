import { walletClaim } from '@latchkey/wire';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { expect, it } from 'vitest';
import { utf8 } from '../bytes.ts';
import { toMessageDigest } from '../sign/message.ts';
import { toOwnershipDigest } from './ownership.ts';

const claim = {
  appId: 'latchkey-test-app-0000001',
  userId: 'did:privy:a',
  entropyUid: 'AAAAAAAAAAAAAAAAAAAAAA',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
};

it('the claim of a new wallet is what the service checks', () => {
  expect(toOwnershipDigest(claim)).toEqual(keccak_256(utf8(walletClaim(claim))));
});

it('no message that a host page can have signed is a claim', () => {
  expect(toMessageDigest(walletClaim(claim))).not.toEqual(toOwnershipDigest(claim));
});
