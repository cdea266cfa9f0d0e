/**
 * Flow machine of the modal: which screen follows which, when the modal closes, and with which result. It owns the
 * visit's state and reads only the facts that it is given. The modal renders its state. `flow.mmd` is its diagram,
 * printed from the tables.
 */
export type { CloseReason } from '../closeReason.ts';
export type {
  ConfirmationUiOptions,
  ConnectInput,
  ExportInput,
  FundVisit,
  Intent,
  Intents,
  LinkMethod,
  LoginInput,
  LoginMethod,
  LoginResult,
  ModalRequest,
  ModalResult,
  Outcome,
  PasskeysInput,
  SendUiOptions,
  SetRecoveryInput,
  SignInput,
  SignUiOptions,
} from '../request.ts';
export { accountTypeFlowOf } from './account-types/index.ts';
export { exitCodes, isLoginVisit } from './close.ts';
export { createFlow, type Flow } from './flow.ts';
export type { Entry, ScreenExit } from './state.ts';
