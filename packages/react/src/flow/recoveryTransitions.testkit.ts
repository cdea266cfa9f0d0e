import type { WalletAccount } from '@latchkey/wire';
import type { ModalRequest } from '../request.ts';
import type { PropsOf } from '../screens/index.ts';
import type { EntryOf } from './state.ts';

const address = '0x52908400098527886E0F7030069857D2E4169EE7';
export const embeddedWallet = { type: 'wallet', address, recoveryMethod: 'privy' } as WalletAccount;
export const creating: ModalRequest = { intent: 'create-wallet', input: undefined };
export const setting: ModalRequest = { intent: 'set-recovery', input: {} };
export const recovering: ModalRequest = { intent: 'recover', input: {} };
export const createTask = { act: 'create', initiator: 'user' } as const;
export const setTask = { act: 'set', initiator: 'user', wallet: embeddedWallet } as const;
export const recoverTask = { act: 'recover', address } as const;

type WizardName = 'EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN' | 'EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN';
export type Wizard = PropsOf<WizardName>;

export function wizardAt<N extends WizardName>(
  name: N,
  task: Wizard['task'],
  change: Partial<Wizard> = {},
): EntryOf<N> {
  const props: Wizard = { task, step: 'creating', password: '', previous: null, ...change };
  return { name, props } as EntryOf<N>;
}

export const selection = {
  name: 'EMBEDDED_WALLET_RECOVERY_SELECTION_SCREEN',
  props: { task: setTask },
} as const;
