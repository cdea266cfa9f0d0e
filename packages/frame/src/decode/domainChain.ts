import { decodeTypedData } from './decodeTypedData.ts';

/**
 * Returns the chain that typed data is for, from the domain that is signed: an integer, or a text of decimal or
 * 0x-hex digits. Returns null if the domain names no chain in this form, or an impossible one.
 *
 * @param typedData the object, or its JSON text
 * @throws Refusal if the frame refuses to sign the data
 */
export function readDomainChain(typedData: unknown): number | null {
  const { domain } = decodeTypedData(typedData);
  const chain = domain.members.find(({ name }) => name === 'chainId')?.value;
  if (chain?.kind === 'integer') return toChain(chain.value);
  const isNumber = chain?.kind === 'string' && /^(?:\d{1,78}|0x[0-9a-f]{1,64})$/i.test(chain.text);
  return isNumber ? toChain(BigInt(chain.text)) : null;
}

const toChain = (id: bigint) => (id > 0n && id <= Number.MAX_SAFE_INTEGER ? Number(id) : null);
