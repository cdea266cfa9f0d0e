import { secp256k1 } from '@noble/curves/secp256k1.js';
import * as Address from 'ox/Address';
import * as PublicKey from 'ox/PublicKey';
import * as Signature from 'ox/Signature';
import * as TxEnvelopeEip1559 from 'ox/TxEnvelopeEip1559';

/** A frame that signs everything that it receives, without questions or checks: the baseline for a wallet frame. */
const key = secp256k1.utils.randomSecretKey();
const address = Address.fromPublicKey(PublicKey.fromBytes(secp256k1.getPublicKey(key, false)));

window.addEventListener('message', ({ data, source, origin }) => {
  const answer = data === 'address' ? address : sign(data as TxEnvelopeEip1559.TxEnvelopeEip1559);
  (source as Window | null)?.postMessage(answer, { targetOrigin: origin });
});

function sign(fields: TxEnvelopeEip1559.TxEnvelopeEip1559): string {
  const envelope = TxEnvelopeEip1559.from(fields);
  const payload = TxEnvelopeEip1559.getSignPayload(envelope);
  const bytes = Uint8Array.from(payload.slice(2).match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  const made = secp256k1.sign(bytes, key, { prehash: false, format: 'recovered' });
  const [yParity = 0] = made;
  const word = (from: number) => BigInt(`0x${Array.from(made.slice(from, from + 32), toDigits).join('')}`);
  const signature = Signature.from({ r: word(1), s: word(33), yParity });
  return TxEnvelopeEip1559.serialize(envelope, { signature });
}

const toDigits = (byte: number) => byte.toString(16).padStart(2, '0');
