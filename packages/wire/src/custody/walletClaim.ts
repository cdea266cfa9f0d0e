/**
 * Returns the text that a wallet's key signs when the wallet is registered. An attacker could otherwise register an
 * address that is not theirs.
 *
 * Ethereum signs its Keccak-256: EIP-191 defines no version 'L' after the byte 0x19. Solana signs it with Ed25519ctx
 * (RFC 8032 §5.1) under {@link walletClaimContext}. So a signature of a message, typed data or transaction that a
 * host page obtains is not valid as a claim. The signature of a hash that it chooses may be (`allow_raw_signing`).
 */
export const walletClaim = (claim: { appId: string; userId: string; entropyUid: string; address: string }) =>
  `\x19Latchkey wallet v1\n${claim.appId}\n${claim.userId}\n${claim.entropyUid}\n${claim.address}`;

/** Ed25519ctx context of a Solana wallet's claim. */
export const walletClaimContext = 'Latchkey wallet v1';
