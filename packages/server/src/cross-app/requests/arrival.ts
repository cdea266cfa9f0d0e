import type { RequesterKey } from '../requesters.ts';
import type { TokenClaims } from '../token.ts';
import type { WalletCall } from './readRequest.ts';
import type { SealedRequest } from './sealed.ts';

interface Requesting {
  readonly requester: RequesterKey;
  /** The origin of the page that asks, and the only one that hears the answer. */
  readonly page: string;
}

/** A connection that is asked for, by a redirect or by the published connector. */
type Connect = { readonly kind: 'connect' } & Requesting &
  (
    | { readonly by: 'redirect'; readonly state: string }
    | { readonly by: 'message'; readonly publicKey: string }
  );

/** What came in an address, as it is kept until the hosted page takes it. */
export type ArrivedRequest =
  | Connect
  | {
      readonly kind: 'transact';
      readonly by: 'message';
      readonly token: TokenClaims;
      readonly request: string;
      readonly useId: string;
    }
  | ({ readonly kind: 'transact'; readonly by: 'sealed'; readonly useId: string } & Requesting &
      SealedRequest);

/** What the hosted page took, as it is kept while a person looks at it. */
export type Pending = {
  /** When it has run out, Unix ms. */
  readonly untilMs: number;
  /** Whether the log has it: a page that loads anew asks for nothing new. */
  readonly isNoted?: true;
} & (
  | Connect
  | ({
      readonly kind: 'transact';
      readonly by: 'message';
      readonly connectionId: string;
      readonly call: WalletCall;
    } & Requesting)
  | ({ readonly kind: 'transact'; readonly by: 'sealed' } & Requesting & SealedRequest)
);
