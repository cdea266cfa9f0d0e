/** What a page that comes back in a popup posts to its opener (docs/wire/protocol.md §2.5); published clients do too. */
export const answerType = 'PRIVY_OAUTH_RESPONSE';
export const errorType = 'PRIVY_OAUTH_ERROR';
/** Posted before a popup goes to a provider whose pages cut it off from its opener: the answer comes by the channel then. */
export const channelType = 'PRIVY_OAUTH_USE_BROADCAST_CHANNEL';
export const channelName = 'popup-privy-oauth';

export interface PopupAnswer {
  readonly type: string;
  readonly authorizationCode?: string;
  readonly stateCode?: string;
}

/** Tells whether a message is the answer of a popup. */
export function isAnswer(data: unknown): data is PopupAnswer {
  const { type, authorizationCode, stateCode } = (data ?? {}) as Partial<Record<keyof PopupAnswer, unknown>>;
  const isText = (value: unknown) => value === undefined || typeof value === 'string';
  return (type === answerType || type === errorType) && isText(authorizationCode) && isText(stateCode);
}
