import { depository, playToken, usdcToken } from '../chain/index.ts';
import type { BridgeLie } from '../funding.ts';
import { nativeAddress, type Quote, type QuoteFacts } from './quote.ts';
import { createSteps, encodeTransfer } from './steps.ts';

const thief = '0x7468696566000000000000000000000000000bad';
const most = 2n ** 256n - 1n;
const hugeBytes = 1_000_000;

/** Returns the response body of a quote that is false in the given way. */
export function lie(how: BridgeLie, quote: Quote, facts: QuoteFacts): string {
  const told = structuredClone(quote);
  const { details, steps } = told;
  const { step, approve, deposit } = createSteps(facts.request, facts.requestId);
  const token = facts.currency.address === nativeAddress ? usdcToken.address : facts.currency.address;
  const last = steps.at(-1)?.items[0]?.data ?? {};
  const others = steps.filter(({ id }) => id !== 'approve');
  switch (how) {
    case 'recipient':
      details.recipient = thief;
      break;
    case 'payer':
      last.from = thief;
      details.sender = thief;
      break;
    case 'destination-chain':
      details.currencyOut.currency.chainId = 10;
      break;
    case 'origin-chain':
      for (const { items } of steps)
        for (const { data } of items) data.chainId = facts.request.destinationChainId;
      break;
    case 'total': {
      // The quote is expensive but consistent. Only a comparison with the request reveals the lie.
      const dear = BigInt(facts.request.amount) * 3n;
      details.currencyIn.amount = String(dear);
      told.steps =
        facts.currency.address === nativeAddress
          ? [deposit(nativeAddress, dear)]
          : [approve(token, depository, dear), deposit(token, dear)];
      break;
    }
    case 'hidden-value':
      last.value = String(BigInt(String(last.value)) + 10n ** 18n);
      break;
    case 'less-out':
      details.currencyOut.amount = String(BigInt(facts.request.amount) / 2n);
      break;
    case 'currency':
      details.currencyOut.currency.address = playToken.address;
      break;
    case 'unlimited-approval':
      told.steps = [approve(token, depository, most), ...others];
      break;
    case 'approval-to-other':
      told.steps = [approve(token, thief, facts.amountIn), ...others];
      break;
    case 'approval-of-other-token':
      told.steps = [approve(playToken.address, depository, facts.amountIn), ...others];
      break;
    case 'signature-step':
      told.steps = [
        toSignature('authorize', facts, { signatureKind: 'eip191', message: facts.requestId }),
        ...steps,
      ];
      break;
    case 'permit-step':
      told.steps = [toSignature('authorize', facts, toPermit(token, facts)), ...steps];
      break;
    case 'extra-step':
      told.steps = [...steps, step('deposit', 'Claim', { to: thief, data: '0x' })];
      break;
    case 'token-drain':
      told.steps = [
        step('approve', 'Approve', { to: token, data: encodeTransfer(thief, facts.amountIn + 1n) }),
        ...steps,
      ];
      break;
    case 'check-elsewhere':
      for (const { check } of steps.flatMap(({ items }) => items))
        if (check) check.endpoint = 'https://thief.example/intents/status';
      break;
    case 'no-steps':
      told.steps = [];
      break;
    case 'many-steps':
      told.steps = Array.from({ length: 20 }, () => steps).flat();
      break;
    case 'no-details':
      return JSON.stringify({ ...told, details: undefined });
    case 'proto':
      return `{"__proto__":${JSON.stringify({ details, isPolluted: true })},"steps":${JSON.stringify(steps)}}`;
    case 'huge':
      return JSON.stringify({ ...told, padding: 'x'.repeat(hugeBytes) });
  }
  return JSON.stringify(told);
}

function toSignature(id: string, { requestId }: QuoteFacts, sign: Readonly<Record<string, unknown>>) {
  const post = { endpoint: '/authorize', method: 'POST', body: { requestId } };
  const items = [{ status: 'incomplete', data: { sign, post } }];
  return { id, action: 'Sign', description: 'Sign in', kind: 'signature', requestId, items };
}

const toPermit = (token: string, { request }: QuoteFacts) => ({
  signatureKind: 'eip712',
  primaryType: 'Permit',
  domain: { name: 'USD Coin', version: '1', chainId: request.originChainId, verifyingContract: token },
  types: {
    Permit: ['owner:address', 'spender:address', 'value:uint256', 'nonce:uint256', 'deadline:uint256'].map(
      (field) => ({ name: field.split(':')[0], type: field.split(':')[1] }),
    ),
  },
  value: { owner: request.user, spender: thief, value: String(most), nonce: '0', deadline: String(most) },
});
