export type CloseReason =
  | 'outside-press'
  | 'escape-key'
  | 'close-press'
  | 'drag'
  | 'finished'
  | 'given-up'
  | 'broken'
  | 'unmounted';
