/** Party that approves a signature. */
type Approver =
  /** Host page: the operator relies on it to ask the user. */
  | 'host'
  /** User, on the frame's own page. */
  | 'person';

/**
 * Approval that no message can forge, because it has a private field. An attacker could otherwise send an object with
 * the same fields. The compiler refuses such an object, and {@link isApproval} refuses it at run time.
 */
class GivenApproval {
  readonly #isGiven = true;
  readonly by: Approver;

  constructor(by: Approver) {
    this.by = by;
    Object.freeze(this);
  }

  static is(value: unknown): value is GivenApproval {
    return typeof value === 'object' && value !== null && #isGiven in value && value.#isGiven;
  }
}

/**
 * Permission for a frame to sign. Only {@link approveByHost} and {@link approveByPerson} create one, and only the
 * start of a frame and the reader of the approval page's messages may call them (`check:architecture`).
 */
export type Approval = GivenApproval;

/** Creates the approval for an app that relies on the host page to ask the user. */
export const approveByHost = (): Approval => new GivenApproval('host');

/** Creates the approval for a request that the user approved on the frame's own page. */
export const approveByPerson = (): Approval => new GivenApproval('person');

export const isApproval = (value: unknown): value is Approval => GivenApproval.is(value);
