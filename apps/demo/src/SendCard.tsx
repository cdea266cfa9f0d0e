import { type ConnectedWallet, isCode, useSendTransaction } from '@latchkey/react';
import { type FormEvent, useState } from 'react';
import { Card } from './Card.tsx';

/** 0.1 ETH of the devnet, in wei. */
const amount = 10n ** 17n;

/** Sends coin of the devnet. The modal shows what it costs before it asks. */
export function SendCard({ wallet, onSent }: { wallet: ConnectedWallet; onSent(): void }) {
  const { sendTransaction } = useSendTransaction();
  const [to, setTo] = useState('');
  const [outcome, setOutcome] = useState<{ text: string; verdict: string }>();

  async function send(event: FormEvent) {
    event.preventDefault();
    try {
      const { hash } = await sendTransaction({ to, value: amount }, { address: wallet.address });
      setOutcome({ text: hash, verdict: '✓ Sent' });
      onSent();
    } catch (error) {
      setOutcome({ text: isCode(error) ? error.message : String(error), verdict: 'Not sent' });
    }
  }

  return (
    <Card title="Send" hooks="useSendTransaction">
      <form onSubmit={send}>
        <label>
          To
          <input
            autoComplete="off"
            onChange={(event) => setTo(event.target.value.trim())}
            pattern="0x[0-9a-fA-F]{40}"
            placeholder="0x…"
            required
            spellCheck={false}
            value={to}
          />
        </label>
        <p className="actions">
          <button type="submit">Send 0.1 ETH</button>
          <button type="button" className="second" onClick={() => setTo(wallet.address)}>
            To myself
          </button>
        </p>
      </form>
      {outcome && (
        <output>
          <strong>{outcome.verdict}</strong>
          <code>{outcome.text}</code>
        </output>
      )}
    </Card>
  );
}
