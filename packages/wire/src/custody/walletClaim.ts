/**
 * What a wallet's key signs when the wallet is registered, so that no one registers an address that they do not hold.
 *
 * Ethereum signs its Keccak-256: the leading 0x19 byte with an 'L' belongs to no other kind of message (EIP-191). Solana
 * signs it by Ed25519ctx (RFC 8032 §5.1) under {@link walletClaimContext}, which no Solana wallet signs anything by. So no
 * signature that a host page can ask for, of this wallet or of another program that holds the key, ever serves as a claim.
 */
export const walletClaim = (claim: { appId: string; userId: string; entropyUid: string; address: string }) =>
  `\x19Latchkey wallet v1\n${claim.appId}\n${claim.userId}\n${claim.entropyUid}\n${claim.address}`;

/** The context of a Solana wallet's claim. */
export const walletClaimContext = 'Latchkey wallet v1';
