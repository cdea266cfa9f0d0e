import { contextsOf } from '../../../contexts.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import { type Hex, type SignRequest, signEthereum, toSignRequest } from './sign.ts';

/** Signs a checked request after the user confirmed it. */
export type ConfirmAndSign = (request: SignRequest) => Promise<Hex>;

/** Checks a request and signs it, with the host's function if there is one, or else directly. */
export async function checkAndSign(
  client: LatchkeyClient,
  input: { method: SignRequest['method']; data: unknown; address?: string; sign?: ConfirmAndSign },
): Promise<Hex> {
  const { frame, session } = contextsOf(client);
  const { method, data, address } = input;
  const request = await toSignRequest(session, { method, data, address });
  return input.sign ? input.sign(request) : signEthereum(frame, request);
}
