import { directoryRoutes, lookupRoutes } from '../../users/directory.ts';
import { feature } from '../feature.ts';
import { userSchema } from '../user.ts';
import {
  byAddressSchema,
  byCustomIdSchema,
  byEmailSchema,
  byFidSchema,
  byNumberSchema,
  bySubjectSchema,
  byTelegramIdSchema,
  byUsernameSchema,
  deleteUserQuerySchema,
  deleteUserReplySchema,
  importUserBodySchema,
  listUsersQuerySchema,
  searchUsersBodySchema,
  setMetadataBodySchema,
  unlinkAccountBodySchema,
  userExportSchema,
  userPageSchema,
  walletCreationSchema,
} from '../users/directory.ts';

/** Users, for back ends. */
export const directory = /* @__PURE__ */ feature(
  'directory',
  { ...directoryRoutes, ...lookupRoutes },
  {
    getUser: { body: null, reply: userSchema },
    listUsers: { body: listUsersQuerySchema, reply: userPageSchema },
    searchUsers: { body: searchUsersBodySchema, reply: userPageSchema },
    importUser: { body: importUserBodySchema, reply: userSchema },
    setMetadata: { body: setMetadataBodySchema, reply: userSchema },
    unlinkAccount: { body: unlinkAccountBodySchema, reply: userSchema },
    deleteUser: { body: deleteUserQuerySchema, reply: deleteUserReplySchema },
    exportUser: { body: null, reply: userExportSchema },
    createWallets: { body: walletCreationSchema, reply: userSchema },
    createWalletOfApp: { body: walletCreationSchema, reply: userSchema },
    byEmail: { body: byEmailSchema, reply: userSchema },
    byPhone: { body: byNumberSchema, reply: userSchema },
    byWallet: { body: byAddressSchema, reply: userSchema },
    bySmartWallet: { body: byAddressSchema, reply: userSchema },
    byFarcasterId: { body: byFidSchema, reply: userSchema },
    byDiscordUsername: { body: byUsernameSchema, reply: userSchema },
    byGithubUsername: { body: byUsernameSchema, reply: userSchema },
    byTwitterUsername: { body: byUsernameSchema, reply: userSchema },
    byTwitterSubject: { body: bySubjectSchema, reply: userSchema },
    byTelegramId: { body: byTelegramIdSchema, reply: userSchema },
    byTelegramUsername: { body: byUsernameSchema, reply: userSchema },
    byCustomId: { body: byCustomIdSchema, reply: userSchema },
  },
);
