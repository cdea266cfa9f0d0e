/**
 * Types of the messages that a popup sends to its opener once the provider has returned the user, as in published
 * clients (docs/wire/protocol.md §2.5).
 */
export const answerType = 'PRIVY_OAUTH_RESPONSE';
export const errorType = 'PRIVY_OAUTH_ERROR';
/**
 * Type of the message that a popup sends before it navigates to a provider whose pages separate it from its opener.
 * The answer then comes through the channel.
 */
export const channelType = 'PRIVY_OAUTH_USE_BROADCAST_CHANNEL';
export const channelName = 'popup-privy-oauth';

export interface PopupAnswer {
  readonly type: string;
  readonly authorizationCode?: string;
  readonly stateCode?: string;
}

export function isAnswer(data: unknown): data is PopupAnswer {
  const { type, authorizationCode, stateCode } = (data ?? {}) as Partial<Record<keyof PopupAnswer, unknown>>;
  const isText = (value: unknown) => value === undefined || typeof value === 'string';
  return (type === answerType || type === errorType) && isText(authorizationCode) && isText(stateCode);
}
