/**
 * Routes of signed-in users about themselves, and of a back end and of the operator about an app's users, one file for
 * each capability. Uses account types and cross-app.
 */
export * from './analytics.ts';
export * from './devices.ts';
export * from './directory.ts';
export * from './keyMaterial.ts';
export * from './lookups.ts';
export * from './me.ts';
export * from './operator.ts';
export * from './passkeyName.ts';
export * from './recoveryPasskeys.ts';
export * from './sessions.ts';
export * from './undo.ts';
export * from './undoParameter.ts';
