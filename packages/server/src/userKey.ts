/** A user of an app, in one value. The compiler would not notice if two separate strings were swapped. */
export interface UserKey {
  readonly appId: string;
  readonly userId: string;
}
