import { isSameAddress } from '../wallets/index.ts';

/**
 * Reads the parameters of `personal_sign`: the data, then the signer. Some dapps reverse them. This is accepted only
 * if it is unambiguous: the wallet's own address comes first, and no address follows.
 */
export function readPersonalSign(
  [first, second]: readonly unknown[],
  address: string,
): readonly [data: unknown, signer: unknown] {
  const isReversed =
    typeof first === 'string' &&
    isSameAddress(first, address) &&
    typeof second === 'string' &&
    !/^0x[0-9a-f]{40}$/i.test(second);
  return isReversed ? [second, first] : [first, second];
}
