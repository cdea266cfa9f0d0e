import { isCode, ServiceError } from '@latchkey/wire';
import type { Eip1193Provider } from '../../connector.ts';
import { answerOf, type Waiting } from './answerOf.ts';

/**
 * Wraps a wallet's provider for dapp libraries, with a timeout for requests (EXTW-23). The wallet's own errors pass
 * unchanged, because libraries know their codes.
 */
export function toTimedProvider(provider: Eip1193Provider, waiting: Waiting): Eip1193Provider {
  return {
    on: (event, listener) => provider.on(event, listener),
    removeListener: (event, listener) => provider.removeListener(event, listener),
    async request(args) {
      const answer = await answerOf(async () => {
        try {
          return { value: await provider.request(args) };
        } catch (thrown) {
          return { thrown };
        }
      }, waiting).catch((cause: unknown) => {
        throw toTimeout(cause);
      });
      if ('thrown' in answer) throw answer.thrown;
      return answer.value;
    },
  };
}

/** Converts a timeout to an internal error of EIP-1474, with our code in its data. */
function toTimeout(cause: unknown): Error {
  const error = isCode(cause) ? cause : new ServiceError('unknown_connect_wallet_error', { cause });
  return Object.assign(new Error(error.message, { cause }), {
    name: 'ProviderRpcError',
    code: -32603,
    data: { code: error.code },
  });
}
