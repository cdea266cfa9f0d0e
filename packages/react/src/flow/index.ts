/**
 * The modal's course as pure data and functions: which screen follows which, when the modal closes and what the one who
 * opened it is told. It owns the visit's state, asks only the facts it is given, and knows screens by their types
 * only. The modal shows what it says; `flow.mmd` draws it.
 */
export type { CloseReason } from '../closeReason.ts';
export type {
  AskUiOptions,
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
export { exitCodes } from './close.ts';
export { createFlow, type Flow } from './flow.ts';
export { flowKindOf } from './kinds/index.ts';
export type { Departure, Entry } from './state.ts';
