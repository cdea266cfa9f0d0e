/** Whose yes a signature is made on. */
type Approver =
  /** The host page's: the operator leaves it to the page to ask the person. */
  | 'host'
  /** A person's, on the frame's own page. */
  | 'person';

/**
 * A class for its private field alone. Threat: a field of a message, or of a frame that is spread around another, that says
 * that someone approved. Neither is an approval to the compiler, and what was cast to be one is none when it is looked at.
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
 * Permission for a frame to sign. Only {@link approveByHost} and {@link approveByPerson} make one, and only two files may call them
 * (`check:architecture`): the start of a frame, by the app's setting, and the reader of the approval page's messages.
 */
export type Approval = GivenApproval;

/** Makes the approval of an app that leaves the asking to the host page. */
export const approveByHost = (): Approval => new GivenApproval('host');

/** Makes the approval of a request that a person approved on the frame's own page. */
export const approveByPerson = (): Approval => new GivenApproval('person');

/** Tells whether a value is an approval, whatever the compiler was told of it. */
export const isApproval = (value: unknown): value is Approval => GivenApproval.is(value);
