import type { WalletOption } from '@latchkey/core';
import type { ConfirmationAct } from '@latchkey/wire';
import type { LandingView } from '../../landing/arrange.ts';

export interface Chosen {
  /** Purpose. `connect` only connects. */
  readonly act: 'confirm' | 'connect' | 'link' | 'login';
  readonly option: WalletOption;
  /** Operation that the login is confirmed for. */
  readonly confirms?: ConfirmationAct;
  /** Part of the landing screen on which the wallet was chosen. @default 'default' */
  readonly part?: LandingView;
}
