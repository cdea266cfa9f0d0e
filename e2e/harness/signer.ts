import { ed25519 } from '@noble/curves/ed25519.js';
import {
  Address,
  Base58,
  Hex,
  PersonalMessage,
  Secp256k1,
  Signature,
  TxEnvelopeEip1559,
  TypedData,
} from 'ox';

/** Returns the address whose key made a personal_sign signature (EIP-191) of a text. */
export function signerOfMessage(text: string, signature: string): string {
  return signerOf(PersonalMessage.getSignPayload(Hex.fromString(text)), signature);
}

/** Returns the address whose key made an EIP-712 signature. */
export function signerOfTypedData(typedData: TypedData.encode.Value, signature: string): string {
  return signerOf(TypedData.getSignPayload(typedData), signature);
}

/** Reads a signed EIP-1559 transaction as a node does. Returns it with the address whose key signed it. */
export function readSignedTransaction(signed: string): {
  signer: string;
  read: TxEnvelopeEip1559.TxEnvelopeEip1559;
} {
  const read = TxEnvelopeEip1559.deserialize(signed as TxEnvelopeEip1559.Serialized);
  const { r = 0n, s = 0n, yParity = 0 } = read;
  const payload = TxEnvelopeEip1559.getSignPayload(read as TxEnvelopeEip1559.TxEnvelopeEip1559);
  return {
    signer: Address.checksum(Secp256k1.recoverAddress({ payload, signature: { r, s, yParity } })),
    read,
  };
}

/** Returns true if the key of a Solana address made the signature (in base 58) of a text. */
export function isSolanaSignature(text: string, signature: string, address: string): boolean {
  return ed25519.verify(Base58.toBytes(signature), new TextEncoder().encode(text), Base58.toBytes(address));
}

function signerOf(payload: Hex.Hex, signature: string): string {
  return Address.checksum(
    Secp256k1.recoverAddress({ payload, signature: Signature.fromHex(signature as Hex.Hex) }),
  );
}
