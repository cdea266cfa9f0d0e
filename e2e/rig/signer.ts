import { Address, Hex, PersonalMessage, Secp256k1, Signature, TypedData } from 'ox';

/** The address whose key made a personal_sign signature (EIP-191) of a text. */
export function signerOfMessage(text: string, signature: string): string {
  return signerOf(PersonalMessage.getSignPayload(Hex.fromString(text)), signature);
}

/** The address whose key made an EIP-712 signature. */
export function signerOfTypedData(typedData: TypedData.encode.Value, signature: string): string {
  return signerOf(TypedData.getSignPayload(typedData), signature);
}

function signerOf(payload: Hex.Hex, signature: string): string {
  return Address.checksum(
    Secp256k1.recoverAddress({ payload, signature: Signature.fromHex(signature as Hex.Hex) }),
  );
}
