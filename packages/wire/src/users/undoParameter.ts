/**
 * The parameter of an app's page in which the reference of a removal comes: no secret, it opens nothing without a code. Every
 * page looks for it at start, and few find it: it stands apart from the routes.
 */
export const undoParameter = 'latchkey_undo';
