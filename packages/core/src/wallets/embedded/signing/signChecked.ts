import { internalsOf } from '../../../internals.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import type { TransactionSignRequest } from '../../../transactions/index.ts';
import { isSolanaRequest, type SolanaSignRequest } from '../solana/request.ts';
import { signSolana } from '../solana/sign.ts';
import { type FarcasterSignRequest, isFarcasterRequest, signFarcaster } from './farcaster.ts';
import { type Hex, type SignRequest, signEthereum, type TypedData, toSignRequest } from './sign.ts';

/** Signs a checked request, after asking the person. */
export type AskAndSign = (request: SignRequest) => Promise<Hex>;

/** Signs a checked request of either chain in the frame. */
export async function signChecked(
  client: LatchkeyClient,
  request: SignRequest | SolanaSignRequest | FarcasterSignRequest | TransactionSignRequest,
): Promise<string> {
  const internals = internalsOf(client);
  if (isFarcasterRequest(request)) return signFarcaster(internals, request);
  return isSolanaRequest(request) ? signSolana(internals, request) : signEthereum(internals, request);
}

/** Signs a text, or bytes in hex digits. */
export async function signText(
  client: LatchkeyClient,
  input: { message: string; address?: string; sign?: AskAndSign },
): Promise<Hex> {
  return checkAndSign(client, { ...input, method: 'personal_sign', data: input.message });
}

/** Signs typed structured data. */
export async function signStructure(
  client: LatchkeyClient,
  input: { typedData: TypedData; address?: string; sign?: AskAndSign },
): Promise<Hex> {
  return checkAndSign(client, { ...input, method: 'eth_signTypedData_v4', data: input.typedData });
}

async function checkAndSign(
  client: LatchkeyClient,
  input: { method: SignRequest['method']; data: unknown; address?: string; sign?: AskAndSign },
): Promise<Hex> {
  const internals = internalsOf(client);
  const { method, data, address } = input;
  const request = await toSignRequest(internals, { method, data, address });
  return input.sign ? input.sign(request) : signEthereum(internals, request);
}
