/** A user of an app, in one value: as two texts side by side they could be exchanged, and the compiler would not see it. */
export interface UserKey {
  readonly appId: string;
  readonly userId: string;
}
