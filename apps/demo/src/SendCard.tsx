import { type ConnectedWallet, useSendTransaction } from '@latchkey/react';
import { type FormEvent, useState } from 'react';
import { Card } from './Card.tsx';
import { Choice } from './Choice.tsx';
import { type CoinSymbol, callOf, symbols } from './coins.ts';
import { Outcome, useOutcome } from './Outcome.tsx';
import { followBatch, sendBatch } from './sendBatch.ts';
import type { Balances } from './useBalances.ts';

/** Amounts that `Both` sends, as two calls of one batch. */
const batched = [
  ['ETH', '0.05'],
  ['PLAY', '2'],
] as const satisfies [CoinSymbol, string][];
const usual = { ETH: '0.1', PLAY: '5', USDC: '5' } as const;

interface SendCardProps {
  wallet: ConnectedWallet;
  balances: Balances | null;
  onSent(): void;
}

/** Sends the chain's coin, a token, or both in one batch. */
export function SendCard({ wallet, balances, onSent }: SendCardProps) {
  const { sendTransaction } = useSendTransaction();
  const { result, setResult, attempt } = useOutcome();
  const [what, setWhat] = useState<CoinSymbol | 'Both'>('ETH');
  const [to, setTo] = useState('');
  const [amount, setAmount] = useState<string>(usual.ETH);
  const [isBusy, setBusy] = useState(false);

  async function send(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    await attempt('Not sent', () => (what === 'Both' ? sendBoth() : sendOne(what)));
    setBusy(false);
    onSent();
  }

  async function sendOne(symbol: CoinSymbol) {
    const { hash } = await sendTransaction(callOf(symbol, to, amount), { address: wallet.address });
    setResult({ verdict: `✓ Sent ${amount} ${symbol}`, hashes: [hash] });
  }

  /** Submits both calls together and polls their status with the id of the batch (EIP-5792). */
  async function sendBoth() {
    const provider = await wallet.getEthereumProvider();
    const calls = batched.map(([symbol, sent]) => callOf(symbol, to, sent));
    const id = await sendBatch(provider, wallet.address, calls);
    await followBatch(provider, { id, count: calls.length }, setResult);
  }

  return (
    <Card title="Send" hooks={what === 'Both' ? 'wallet_sendCalls' : 'useSendTransaction'}>
      <form onSubmit={send}>
        <Choice
          legend="What to send"
          name="coin"
          onChange={(next) => {
            setWhat(next);
            if (next !== 'Both') setAmount(usual[next]);
          }}
          options={[...symbols, 'Both']}
          value={what}
        />
        <label>
          To
          <input
            autoComplete="off"
            onChange={(event) => setTo(event.target.value.trim())}
            pattern="0x[0-9a-fA-F]{40}"
            placeholder="0x…"
            required
            spellCheck={false}
            title="An address: 0x and 40 hex digits"
            value={to}
          />
        </label>
        {what === 'Both' ? (
          <p className="hint">
            {batched.map(([symbol, sent]) => `${sent} ${symbol}`).join(' and ')} in one batch. You review each
            payment; the second follows when the first is confirmed.
          </p>
        ) : (
          <label>
            <span className="split">
              Amount <span>{balances ? `${balances[what]} ${what} available` : null}</span>
            </span>
            <input
              autoComplete="off"
              inputMode="decimal"
              onChange={(event) => setAmount(event.target.value.trim())}
              pattern="[0-9]+([.][0-9]+)?"
              required
              title="A number, such as 0.1"
              value={amount}
            />
          </label>
        )}
        <p className="actions">
          <button disabled={isBusy} type="submit">
            {what === 'Both' ? 'Send both' : `Send ${amount} ${what}`}
          </button>
          <button type="button" className="second" onClick={() => setTo(wallet.address)}>
            To myself
          </button>
        </p>
      </form>
      <Outcome result={result} />
    </Card>
  );
}
