/**
 * What a new wallet's key signs, by its Keccak-256. The leading 0x19 byte with an 'L' belongs to no other kind of
 * message (EIP-191), so that no signature that a host page can ask for ever serves as one.
 */
export const walletClaim = (claim: { appId: string; userId: string; entropyUid: string; address: string }) =>
  `\x19Latchkey wallet v1\n${claim.appId}\n${claim.userId}\n${claim.entropyUid}\n${claim.address}`;
