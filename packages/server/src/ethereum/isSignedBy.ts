import * as AbiParameters from 'ox/AbiParameters';
import { universalSignatureValidatorBytecode } from 'ox/erc6492/SignatureErc6492';
import * as Hex from 'ox/Hex';
import * as PersonalMessage from 'ox/PersonalMessage';
import * as Secp256k1 from 'ox/Secp256k1';
import * as Signature from 'ox/Signature';
import type { ChainReader } from './createChainReader.ts';

/**
 * Tells whether an account signed a message (EIP-191): by its key, or, where it is a contract or will be one, by what
 * its code says (ERC-1271, ERC-6492). Only then the chain is asked.
 *
 * @param signed.address 0x and 40 hex digits, in any case
 * @throws ServiceError `service_unavailable` when the chain had to be asked and does not answer
 */
export async function isSignedBy(
  chain: ChainReader,
  signed: { address: string; message: string; signature: `0x${string}` },
): Promise<boolean> {
  const { message, signature } = signed;
  const address = signed.address.toLowerCase() as Hex.Hex;
  const hash = PersonalMessage.getSignPayload(Hex.fromString(message));
  if (recover(hash, signature) === address) return true;
  // The validator of ERC-6492, run and not deployed: it returns one byte, 1 for a good signature.
  const input = AbiParameters.encode(AbiParameters.from(['address', 'bytes32', 'bytes']), [
    address,
    hash,
    signature,
  ]);
  const answer = await chain.call({ data: Hex.concat(universalSignatureValidatorBytecode, input) });
  return answer !== null && /^0x0*1$/.test(answer);
}

/** The address whose key made a signature, in lower case; null for what is no signature of a key. */
function recover(payload: Hex.Hex, signature: Hex.Hex): Hex.Hex | null {
  if (Hex.size(signature) !== 65) return null;
  try {
    const { r, s, yParity } = Signature.fromHex(signature);
    if (yParity === undefined) return null;
    const address = Secp256k1.recoverAddress({ payload, signature: { r, s, yParity } });
    return address.toLowerCase() as Hex.Hex;
  } catch {
    return null;
  }
}
