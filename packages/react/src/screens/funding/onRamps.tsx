import type { OnRampWay } from '@latchkey/wire';
import type { ReactNode } from 'react';
import { coinbaseOnRampTexts } from '../../texts/generated/en/coinbaseOnRamp.ts';
import type { fundingTexts } from '../../texts/generated/en/funding.ts';
import { moonpayTexts } from '../../texts/generated/en/moonpay.ts';
import { useTexts } from '../../texts/index.ts';
import { LineIcon } from '../../ui/index.ts';

type Texts = typeof fundingTexts;

/** A way to fund in the list of ways. */
export interface WayRow {
  /** Name of a text without parameters. */
  readonly label: { [Name in keyof Texts]: Texts[Name] extends string ? Name : never }[keyof Texts];
  /** Name of a provider, the same in every language, if the label has none. */
  readonly badge?: string;
  readonly icon: ReactNode;
}

interface OnRampRow extends WayRow {
  /** Says that its page could not be opened, or was of no use (MOON-10, COIN-08). */
  readonly useProblem: () => string;
}

/** The on-ramps, one record each. Their screens and transitions are those of any screen. */
export const onRampRows: Readonly<Record<OnRampWay, OnRampRow>> = {
  coinbase: {
    label: 'coinbase',
    icon: <LineIcon path="M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM12.4 8.2a3 3 0 1 0 0 3.6" />,
    useProblem: () => useTexts('coinbaseOnRamp', coinbaseOnRampTexts).problem,
  },
  moonpay: {
    label: 'card',
    badge: 'MoonPay',
    icon: (
      <LineIcon path="M4.5 4.5h11A1.5 1.5 0 0 1 17 6v8a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 14V6a1.5 1.5 0 0 1 1.5-1.5ZM3 8.25h14M6 12h2.5" />
    ),
    useProblem: () => useTexts('moonpay', moonpayTexts).problem,
  },
};
