/**
 * Query parameter of an app's page with the reference of a removal. Without a code it changes nothing. Every page
 * looks for it at start, and few find it, so it is separate from the routes.
 */
export const undoParameter = 'latchkey_undo';
