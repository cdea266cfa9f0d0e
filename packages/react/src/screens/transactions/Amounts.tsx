import type { Money } from './useSpelling.ts';

/** Returns an amount of the chain's coin and its value, if known, in the app's order (DISP-09). */
export function toAmountLines(amount: bigint, money: Money): string[] {
  const [coin, fiat] = [money.coin(amount), money.fiat(amount)];
  if (fiat === null) return [coin];
  return money.isFiatFirst ? [fiat, coin] : [coin, fiat];
}

/** Amount that the transaction moves, at the top of the review. */
export function BigAmount({ lines: [first, second] }: { lines: readonly string[] }) {
  if (!first) return null;
  return (
    <p className="amount">
      <span className="amount-first" data-long={first.length > 13 || undefined}>
        {first}
      </span>
      {second ? <span className="muted">{second}</span> : null}
    </p>
  );
}

export function Cost({ lines: [first, second] }: { lines: readonly string[] }) {
  return (
    <span className="cost">
      {first} {second ? <span className="muted small">{second}</span> : null}
    </span>
  );
}
