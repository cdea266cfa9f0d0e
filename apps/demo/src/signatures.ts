import { Address, Hex, PersonalMessage, Secp256k1, Signature, TypedData } from 'ox';

export const greeting = 'Hello from the Latchkey demo';

/** The same greeting as typed data (EIP-712). */
export const typedGreeting = {
  domain: { name: 'Latchkey demo', version: '1', chainId: 1 },
  types: { Greeting: [{ name: 'text', type: 'string' }] },
  primaryType: 'Greeting',
  message: { text: greeting },
} as const;

export const signerOfMessage = (signature: string) =>
  signerOf(PersonalMessage.getSignPayload(Hex.fromString(greeting)), signature);
export const signerOfTypedData = (signature: string) =>
  signerOf(TypedData.getSignPayload(typedGreeting), signature);

function signerOf(payload: Hex.Hex, signature: string): string {
  return Address.checksum(
    Secp256k1.recoverAddress({ payload, signature: Signature.fromHex(signature as Hex.Hex) }),
  );
}
