import type { Money } from './useSpelling.ts';

/** An amount of the chain's coin and what it is worth, as far as that is known; the order is the app's (DISP-09). */
export function toAmountLines(amount: bigint, money: Money): string[] {
  const [coin, fiat] = [money.coin(amount), money.fiat(amount)];
  if (fiat === null) return [coin];
  return money.isFiatFirst ? [fiat, coin] : [coin, fiat];
}

/** How much leaves the wallet, above everything else. */
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

/** A fee, a total or a balance, in a row. */
export function Cost({ lines: [first, second] }: { lines: readonly string[] }) {
  return (
    <span className="cost">
      {first} {second ? <span className="muted small">{second}</span> : null}
    </span>
  );
}
