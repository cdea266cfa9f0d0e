import { decodeTypedData } from './decodeTypedData.ts';

/**
 * The chain that typed data is for, by its domain as it is signed, in any form that the domain's type may declare; null where
 * it names none, or one that no chain can have.
 *
 * @param typedData the object, or its JSON text
 * @throws Refusal for what the frame refuses to sign
 */
export function readDomainChain(typedData: unknown): number | null {
  const { domain } = decodeTypedData(typedData);
  const chain = domain.members.find(({ name }) => name === 'chainId')?.value;
  if (chain?.kind === 'integer') return toChain(chain.value);
  const isNumber = chain?.kind === 'string' && /^(?:\d{1,78}|0x[0-9a-f]{1,64})$/i.test(chain.text);
  return isNumber ? toChain(BigInt(chain.text)) : null;
}

const toChain = (id: bigint) => (id > 0n && id <= Number.MAX_SAFE_INTEGER ? Number(id) : null);
