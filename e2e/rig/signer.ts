import { ed25519 } from '@noble/curves/ed25519.js';
import { Address, Base58, Hex, PersonalMessage, Secp256k1, Signature, TypedData } from 'ox';

/** The address whose key made a personal_sign signature (EIP-191) of a text. */
export function signerOfMessage(text: string, signature: string): string {
  return signerOf(PersonalMessage.getSignPayload(Hex.fromString(text)), signature);
}

/** The address whose key made an EIP-712 signature. */
export function signerOfTypedData(typedData: TypedData.encode.Value, signature: string): string {
  return signerOf(TypedData.getSignPayload(typedData), signature);
}

/** Tells whether the key behind a Solana address made a signature (in base 58) of a text. */
export function isSolanaSignature(text: string, signature: string, address: string): boolean {
  return ed25519.verify(Base58.toBytes(signature), new TextEncoder().encode(text), Base58.toBytes(address));
}

function signerOf(payload: Hex.Hex, signature: string): string {
  return Address.checksum(
    Secp256k1.recoverAddress({ payload, signature: Signature.fromHex(signature as Hex.Hex) }),
  );
}
