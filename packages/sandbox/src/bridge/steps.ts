import * as Abi from 'ox/Abi';
import * as AbiFunction from 'ox/AbiFunction';
import type { Hex } from 'ox/Hex';
import { depository, playToken, usdcToken } from '../chain/index.ts';
import { getContract } from '../contracts/index.ts';
import type { BridgeRequest } from '../funding.ts';
import { nativeAddress, type Step, type StepItem } from './quote.ts';

const toAbi = (name: 'BridgeDepository' | 'TestToken') => Abi.from(getContract(name).abi as Abi.Abi);
const [bridgeAbi, tokenAbi] = [toAbi('BridgeDepository'), toAbi('TestToken')];
const encode = (abi: Abi.Abi, name: string, args: readonly unknown[]): Hex =>
  AbiFunction.encodeData(AbiFunction.fromAbi(abi, name as never) as AbiFunction.AbiFunction, args as never);

const encodeApprove = (spender: string, value: bigint) => encode(tokenAbi, 'approve', [spender, value]);
export const encodeTransfer = (to: string, value: bigint) => encode(tokenAbi, 'transfer', [to, value]);
export const encodeAllowance = (owner: string) => encode(tokenAbi, 'allowance', [owner, depository]);

/** Supported coins. Each is transferred to the same coin on the other chain. */
export const currencies = [
  { address: nativeAddress, symbol: 'ETH', name: 'Ether', decimals: 18, usd: 2_500 },
  { ...usdcToken, usd: 1 },
  { ...playToken, usd: 1 },
];

type Asked = { to: string; data: string; value?: bigint };

export function createSteps(request: BridgeRequest, requestId: string) {
  const item = ({ to, data, value = 0n }: Asked): StepItem => ({
    status: 'incomplete',
    data: {
      from: request.user,
      to,
      data,
      value: String(value),
      chainId: request.originChainId,
      maxFeePerGas: '2000000000',
      maxPriorityFeePerGas: '1000000000',
    },
  });
  const step = (id: string, action: string, asked: Asked): Step => ({
    id,
    action,
    description: `${action} on the chain that the funds come from`,
    kind: 'transaction',
    requestId,
    items: [item(asked)],
  });
  return {
    step,
    approve: (token: string, spender: string, value: bigint) =>
      step('approve', 'Approve', { to: token, data: encodeApprove(spender, value) }),
    deposit(token: string, amount: bigint): Step {
      const made =
        token === nativeAddress
          ? { data: encode(bridgeAbi, 'depositNative', [requestId]), value: amount }
          : { data: encode(bridgeAbi, 'depositToken', [token, amount, requestId]) };
      const one = step('deposit', 'Deposit', { to: depository, ...made });
      const check = { endpoint: `/intents/status?requestId=${requestId}`, method: 'GET' };
      return { ...one, items: one.items.map((each) => ({ ...each, check })) };
    },
  };
}
