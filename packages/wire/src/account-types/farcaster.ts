import * as v from 'valibot';
import { accountTypeRecord, given, givenLong, givenMaybe, maybe, text } from './accountType.ts';

export const farcasterAccount = /* @__PURE__ */ accountTypeRecord({
  account: () => ({
    fid: v.pipe(v.number(), v.integer()),
    owner_address: text(),
    username: maybe(),
    display_name: maybe(),
    bio: maybe(),
    profile_picture: maybe(),
    profile_picture_url: maybe(),
    homepage_url: maybe(),
    signer_public_key: maybe(),
  }),
  imported: () => ({
    fid: v.pipe(v.number(), v.integer(), v.minValue(0)),
    owner_address: given(64),
    username: givenMaybe(),
    display_name: givenMaybe(),
    bio: givenLong(),
    profile_picture_url: givenLong(),
    homepage_url: givenLong(),
  }),
  subject: 'fid',
  names: ['username'],
  compact: ['fid', 'username', 'owner_address'],
  proof: ['signature'],
});
