import * as Secp256k1 from 'ox/Secp256k1';
import * as TxEnvelopeEip1559 from 'ox/TxEnvelopeEip1559';
import * as TxEnvelopeEip2930 from 'ox/TxEnvelopeEip2930';
import * as TxEnvelopeLegacy from 'ox/TxEnvelopeLegacy';

/** Payer of a transaction and its highest cost: all gas at the highest price, plus the value. */
export interface SignedCost {
  readonly from: string;
  readonly cost: bigint;
}

/** Reads a signed legacy, EIP-2930 or EIP-1559 transaction. Returns null for any other type and for invalid data. */
export function findSignedCost(serialized: unknown): SignedCost | null {
  try {
    const { envelope, payload, gasPrice } = read(String(serialized));
    const { r, s, yParity, gas = 0n, value = 0n } = envelope;
    if (r === undefined || s === undefined || yParity === undefined) return null;
    const from = Secp256k1.recoverAddress({ payload, signature: { r, s, yParity } });
    return { from, cost: gas * (gasPrice ?? 0n) + value };
  } catch {
    return null;
  }
}

function read(serialized: string) {
  if (serialized.startsWith('0x02')) {
    const envelope = TxEnvelopeEip1559.deserialize(serialized as TxEnvelopeEip1559.Serialized);
    const payload = TxEnvelopeEip1559.getSignPayload(envelope);
    return { envelope, payload, gasPrice: envelope.maxFeePerGas };
  }
  if (serialized.startsWith('0x01')) {
    const envelope = TxEnvelopeEip2930.deserialize(serialized as TxEnvelopeEip2930.Serialized);
    const payload = TxEnvelopeEip2930.getSignPayload(envelope);
    return { envelope, payload, gasPrice: envelope.gasPrice };
  }
  const envelope = TxEnvelopeLegacy.deserialize(serialized as `0x${string}`);
  const { r: _r, s: _s, v: _v, yParity: _y, ...unsigned } = envelope;
  return { envelope, payload: TxEnvelopeLegacy.getSignPayload(unsigned), gasPrice: envelope.gasPrice };
}
