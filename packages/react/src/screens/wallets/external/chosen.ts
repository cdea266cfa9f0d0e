import type { WalletOption } from '@latchkey/core';
import type { ConfirmationAct } from '@latchkey/wire';
import type { LandingView } from '../../landing/arrange.ts';

/** A wallet that was chosen, and what for. */
export interface Chosen {
  /** `connect` for its own sake. */
  readonly act: 'confirm' | 'connect' | 'link' | 'login';
  readonly option: WalletOption;
  /** The one act that a login is confirmed for. */
  readonly confirms?: ConfirmationAct;
  /** The part of the landing that it was chosen on. @default 'default' */
  readonly part?: LandingView;
}
