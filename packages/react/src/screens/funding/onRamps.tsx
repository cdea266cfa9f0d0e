import type { PurchaseStatus } from '@latchkey/core';
import type { OnRampWay } from '@latchkey/wire';
import type { ReactNode } from 'react';
import { coinbaseOnRampTexts } from '../../texts/generated/en/coinbaseOnRamp.ts';
import type { fundingTexts } from '../../texts/generated/en/funding.ts';
import { moonpayTexts } from '../../texts/generated/en/moonpay.ts';
import { useTexts } from '../../texts/index.ts';
import { LineIcon } from '../../ui/index.ts';

type Texts = typeof fundingTexts;

export interface WayRow {
  /** Name of a text without parameters. */
  readonly label: { [Name in keyof Texts]: Texts[Name] extends string ? Name : never }[keyof Texts];
  /** Provider's name, the same in every language, if the label does not contain it. */
  readonly badge?: string;
  readonly icon: ReactNode;
}

interface StatusTexts {
  readonly title: string;
  readonly detail: string;
}

interface OnRampTexts {
  /** Error shown if the page of the on-ramp could not be opened or failed (MOON-10, COIN-08). */
  readonly problem: string;
  /** Texts of the status screen. A status without its own texts uses those of `pending`. */
  readonly statuses: Readonly<Partial<Record<PurchaseStatus, StatusTexts>>> & {
    readonly pending: StatusTexts;
  };
}

export interface PromptTexts {
  readonly title: (values: { readonly app: string }) => string;
  readonly points: Readonly<Record<PromptPoint | `${PromptPoint}Detail`, string>>;
  readonly note: string;
  readonly link: string;
}
export type PromptPoint = 'data' | 'pay' | 'time';

export interface WindowTexts {
  readonly ready: string;
  readonly readyDetail: string;
  readonly blocked: string;
  readonly blockedDetail: string;
  readonly open: string;
}

/** On-ramp with a prompt, whose link opens the on-ramp's page in its own tab. */
export interface TabRow extends WayRow {
  readonly opens: 'tab';
  readonly useOnRampTexts: () => OnRampTexts & { readonly prompt: PromptTexts };
}

/** On-ramp whose page opens in a popup. */
export interface WindowRow extends WayRow {
  readonly opens: 'window';
  readonly useOnRampTexts: () => OnRampTexts & { readonly window: WindowTexts };
}

export type OnRampRow = TabRow | WindowRow;

export const onRampRows = {
  coinbase: {
    label: 'coinbase',
    icon: <LineIcon path="M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM12.4 8.2a3 3 0 1 0 0 3.6" />,
    opens: 'window',
    useOnRampTexts() {
      const texts = useTexts('coinbaseOnRamp', coinbaseOnRampTexts);
      return {
        problem: texts.problem,
        window: texts,
        statuses: {
          pending: { title: texts.pending, detail: texts.pendingDetail },
          closed: { title: texts.pending, detail: texts.looking },
          completed: { title: texts.success, detail: texts.successDetail },
          failed: { title: texts.failed, detail: texts.problem },
          exit: { title: texts.exit, detail: texts.exitDetail },
          timeout: { title: texts.timeout, detail: texts.timeoutDetail },
        },
      };
    },
  },
  moonpay: {
    label: 'card',
    badge: 'MoonPay',
    icon: (
      <LineIcon path="M4.5 4.5h11A1.5 1.5 0 0 1 17 6v8a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 14V6a1.5 1.5 0 0 1 1.5-1.5ZM3 8.25h14M6 12h2.5" />
    ),
    opens: 'tab',
    useOnRampTexts() {
      const texts = useTexts('moonpay', moonpayTexts);
      return {
        problem: texts.problem,
        prompt: texts,
        statuses: {
          pending: { title: texts.pending, detail: texts.pendingDetail },
          waitingAuthorization: { title: texts.waiting, detail: texts.waitingDetail },
          completed: { title: texts.completed, detail: texts.completedDetail },
          failed: { title: texts.failed, detail: texts.problem },
          serviceFailure: { title: texts.unknown, detail: texts.problem },
        },
      };
    },
  },
} as const satisfies Readonly<Record<OnRampWay, OnRampRow>>;

export const rowsByWay: Readonly<Record<OnRampWay, OnRampRow>> = { ...onRampRows };

type Rows = typeof onRampRows;
type WayThatOpens<Form> = { [Way in OnRampWay]: Rows[Way]['opens'] extends Form ? Way : never }[OnRampWay];
/** On-ramps whose page opens in its own tab (`PromptWay`) or in a popup (`WindowWay`). */
export type PromptWay = WayThatOpens<'tab'>;
export type WindowWay = WayThatOpens<'window'>;
