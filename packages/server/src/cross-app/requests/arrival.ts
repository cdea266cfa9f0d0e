import type { RequesterKey } from '../requesters.ts';
import type { TokenClaims } from '../token.ts';
import type { WalletCall } from './readRequest.ts';
import type { SealedRequest } from './sealed.ts';

interface Requesting {
  readonly requester: RequesterKey;
  /** Origin of the requesting page, to which the answer goes. */
  readonly page: string;
}

/** Requested connection, by a redirect or by the published connector. */
type Connect = { readonly kind: 'connect' } & Requesting &
  (
    | { readonly by: 'redirect'; readonly state: string }
    | { readonly by: 'message'; readonly publicKey: string }
  );

/** Request from a URL or from the start of a login or link, as stored until the hosted page takes it. */
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

/** Request that the hosted page took, as stored while the user looks at it. */
export type Pending = {
  /** Expiry, Unix ms. */
  readonly untilMs: number;
  /** True if the audit log has the request, so a reload of the page is not recorded again. */
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
