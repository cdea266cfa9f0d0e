import * as v from 'valibot';
import { sendEventRoute } from '../../users/analytics.ts';
import { deviceRoutes } from '../../users/devices.ts';
import { directoryRoutes, lookupRoutes } from '../../users/directory.ts';
import { keyMaterialRoute } from '../../users/keyMaterial.ts';
import { meRoutes } from '../../users/me.ts';
import { recoveryPasskeyRoutes } from '../../users/recoveryPasskeys.ts';
import { activeSessionRoutes } from '../../users/sessions.ts';
import { undoRoutes } from '../../users/undo.ts';
import { checked } from '../checked.ts';
import { userSchema } from '../user.ts';
import { sendEventBodySchema, sendEventReplySchema } from './analytics.ts';
import { deviceListSchema, revokedDeviceSchema } from './devices.ts';
import * as d from './directory.ts';
import { keyMaterialBodySchema, keyMaterialSchema } from './keyMaterial.ts';
import { endedSessionSchema, endedSessionsSchema, sessionListSchema } from './sessions.ts';
import { removalSchema, undoBodySchema, undoneSchema } from './undo.ts';

const { byEmail, byPhone, byWallet, bySmartWallet, byFarcasterId, byTelegramId, byCustomId } = lookupRoutes;
const { byDiscordUsername, byGithubUsername, byTwitterUsername, byTelegramUsername } = lookupRoutes;

/** The routes of users and of what their clients tell, with what checks them. */
export const userRoutes = [
  checked(sendEventRoute, { body: sendEventBodySchema, reply: sendEventReplySchema }),
  checked(meRoutes.getMe, {
    body: null,
    reply: v.object({ user: userSchema, identity_token: v.nullable(v.string()) }),
  }),
  checked(meRoutes.acceptTerms, { body: v.object({}), reply: userSchema }),
  checked(activeSessionRoutes.list, { body: null, reply: sessionListSchema }),
  checked(activeSessionRoutes.end, { body: v.object({}), reply: endedSessionSchema }),
  checked(activeSessionRoutes.endOthers, { body: v.object({}), reply: endedSessionsSchema }),
  checked(undoRoutes.find, { body: null, reply: removalSchema }),
  checked(undoRoutes.sendCode, { body: v.object({}), reply: v.object({ success: v.boolean() }) }),
  checked(undoRoutes.undo, { body: undoBodySchema, reply: undoneSchema }),
  checked(deviceRoutes.list, { body: null, reply: deviceListSchema }),
  checked(keyMaterialRoute, { body: keyMaterialBodySchema, reply: keyMaterialSchema }),
  checked(deviceRoutes.revoke, { body: v.object({}), reply: revokedDeviceSchema }),
  checked(recoveryPasskeyRoutes.list, {
    body: null,
    reply: v.object({
      passkeys: v.array(v.object({ id: v.string(), created_at: v.number(), addresses: v.array(v.string()) })),
    }),
  }),
  checked(recoveryPasskeyRoutes.remove, { body: v.object({}), reply: v.object({}) }),
  checked(directoryRoutes.getUser, { body: null, reply: userSchema }),
  checked(directoryRoutes.listUsers, { body: d.listUsersQuerySchema, reply: d.userPageSchema }),
  checked(directoryRoutes.searchUsers, { body: d.searchUsersBodySchema, reply: d.userPageSchema }),
  checked(directoryRoutes.importUser, { body: d.importUserBodySchema, reply: userSchema }),
  checked(directoryRoutes.setMetadata, { body: d.setMetadataBodySchema, reply: userSchema }),
  checked(directoryRoutes.unlinkAccount, { body: d.unlinkAccountBodySchema, reply: userSchema }),
  checked(directoryRoutes.deleteUser, { body: d.deleteUserQuerySchema, reply: d.deleteUserReplySchema }),
  checked(directoryRoutes.exportUser, { body: null, reply: d.userExportSchema }),
  checked(directoryRoutes.createWallets, { body: d.walletWishSchema, reply: userSchema }),
  checked(directoryRoutes.createWalletOfApp, { body: d.walletWishSchema, reply: userSchema }),
  checked(byEmail, { body: d.byEmailSchema, reply: userSchema }),
  checked(byPhone, { body: d.byNumberSchema, reply: userSchema }),
  checked(byWallet, { body: d.byAddressSchema, reply: userSchema }),
  checked(bySmartWallet, { body: d.byAddressSchema, reply: userSchema }),
  checked(byFarcasterId, { body: d.byFidSchema, reply: userSchema }),
  checked(byDiscordUsername, { body: d.byUsernameSchema, reply: userSchema }),
  checked(byGithubUsername, { body: d.byUsernameSchema, reply: userSchema }),
  checked(byTwitterUsername, { body: d.byUsernameSchema, reply: userSchema }),
  checked(lookupRoutes.byTwitterSubject, { body: d.bySubjectSchema, reply: userSchema }),
  checked(byTelegramId, { body: d.byTelegramIdSchema, reply: userSchema }),
  checked(byTelegramUsername, { body: d.byUsernameSchema, reply: userSchema }),
  checked(byCustomId, { body: d.byCustomIdSchema, reply: userSchema }),
];
