import * as AbiParameters from 'ox/AbiParameters';
import * as Address from 'ox/Address';
import { universalSignatureValidatorBytecode } from 'ox/erc6492/SignatureErc6492';
import * as Hex from 'ox/Hex';
import * as PersonalMessage from 'ox/PersonalMessage';
import * as PublicKey from 'ox/PublicKey';
import * as Signature from 'ox/Signature';
import { recover as recoverPublicKey } from 'tiny-secp256k1';
import type { ChainReader } from './createChainReader.ts';

/**
 * Returns true if an account signed a message (EIP-191): with its key or, for a deployed or future contract, by its
 * code (ERC-1271, ERC-6492). The chain is called unless the key signed.
 *
 * @param signed.address 0x and 40 hex digits, in any case
 * @throws ServiceError `service_unavailable` if the chain is needed and does not answer
 */
export async function isSignedBy(
  chain: ChainReader,
  signed: { address: string; message: string; signature: `0x${string}` },
): Promise<boolean> {
  return recoverSigner(signed) === signed.address.toLowerCase() || validateSignature(chain, signed);
}

/** Returns the address whose key signed a message (EIP-191), in lower case. Returns null if no key can be recovered. */
export function recoverSigner({
  message,
  signature,
}: {
  message: string;
  signature: `0x${string}`;
}): string | null {
  return recover(hashOf(message), signature);
}

/**
 * Runs the validator of ERC-6492, without deploying it. It calls the contract at the address (ERC-1271), which it
 * creates first if the signature contains its deployment. For an address without code, it also accepts a signature of
 * the address's key. The validator returns 1 for a valid signature.
 *
 * @throws ServiceError `service_unavailable` if the chain does not answer
 */
export async function validateSignature(
  chain: ChainReader,
  signed: { address: string; message: string; signature: `0x${string}` },
): Promise<boolean> {
  const input = AbiParameters.encode(AbiParameters.from(['address', 'bytes32', 'bytes']), [
    signed.address.toLowerCase() as Hex.Hex,
    hashOf(signed.message),
    signed.signature,
  ]);
  const answer = await chain.call({ data: Hex.concat(universalSignatureValidatorBytecode, input) });
  return answer !== null && /^0x0*1$/.test(answer);
}

const hashOf = (message: string) => PersonalMessage.getSignPayload(Hex.fromString(message));

/**
 * Returns the address whose key made a signature, in lower case. Returns null if no key can be recovered. Uses
 * libsecp256k1 in WebAssembly, which is faster than JavaScript.
 */
function recover(payload: Hex.Hex, signature: Hex.Hex): string | null {
  if (Hex.size(signature) !== 65) return null;
  try {
    const { r, s, yParity } = Signature.fromHex(signature);
    if (yParity !== 0 && yParity !== 1) return null;
    const pair = Hex.toBytes(Hex.concat(Hex.fromNumber(r, { size: 32 }), Hex.fromNumber(s, { size: 32 })));
    const publicKey = recoverPublicKey(Hex.toBytes(payload), pair, yParity, false);
    return publicKey && Address.fromPublicKey(PublicKey.fromBytes(publicKey)).toLowerCase();
  } catch {
    return null;
  }
}
