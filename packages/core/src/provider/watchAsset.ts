import { isAddress } from '@latchkey/frame/readable';
import { providerError } from './toProviderError.ts';

const types = ['ERC20', 'ERC721', 'ERC1155'];

/**
 * Answers `wallet_watchAsset` (EIP-747).
 *
 * @returns false, because this wallet keeps no list of tokens
 * @throws ProviderRpcError -32602 for an invalid asset
 */
export function checkAsset(asset: unknown): false {
  const { type, options } = (asset ?? {}) as { type?: unknown; options?: { address?: unknown } | null };
  if (!types.includes(String(type))) throw providerError(-32602, `An asset is one of ${types.join(', ')}`);
  const address = options?.address;
  if (typeof address !== 'string' || !address.startsWith('0x') || !isAddress(address))
    throw providerError(-32602, 'An asset has the address of its contract');
  return false;
}
