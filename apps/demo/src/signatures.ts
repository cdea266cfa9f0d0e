import { Address, Base58, Ed25519, Hex, PersonalMessage, Secp256k1, Signature, TypedData } from 'ox';

export const greeting = 'Hello from the Latchkey demo';

/** Greeting in hex, as `personal_sign` expects it. */
export const hexOfGreeting = Hex.fromString(greeting);

/** Greeting as typed data (EIP-712). */
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

/** Returns true if the Solana wallet signed the greeting. */
export const isSolanaSignature = (signature: string, address: string) =>
  Ed25519.verify({
    payload: Hex.fromString(greeting),
    publicKey: Base58.toHex(address),
    signature: Base58.toHex(signature),
  });

function signerOf(payload: Hex.Hex, signature: string): string {
  return Address.checksum(
    Secp256k1.recoverAddress({ payload, signature: Signature.fromHex(signature as Hex.Hex) }),
  );
}
