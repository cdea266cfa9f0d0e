import * as v from 'valibot';
import { about, flag } from '../about.ts';
import * as limits from '../limits.ts';
import { type RecoveryMethod, recoveryMethods } from '../recoveryMethods.ts';
import { createOnLoginModes, walletMode } from './choices.ts';

export const createOnLogin = (chain: string) =>
  v.strictObject({
    create_on_login: about(
      `Which users get a wallet of ${chain} when they log in.`,
      v.picklist(createOnLoginModes),
    ),
  });

export const embeddedWalletConfigSchema = () =>
  v.strictObject({
    create_on_login: about(
      'Which users get an Ethereum wallet when they log in. `ethereum.create_on_login` is another name of it.',
      v.picklist(createOnLoginModes),
    ),
    solana: createOnLogin('Solana'),
    user_owned_recovery_options: about(
      'Ways of recovery that users may choose besides the automatic one.',
      v.array(
        v.picklist(
          recoveryMethods.filter((method) => method !== 'privy') as Exclude<RecoveryMethod, 'privy'>[],
        ),
      ),
    ),
    require_user_owned_recovery_on_create: flag(
      'A wallet is created only after its user has chosen one of these ways of recovery.',
    ),
    require_user_password_on_create: flag('The older form of it: the way of recovery is a password.'),
    recovery_password_min_length: about(
      'Shortest recovery password, in characters. Absent: 6.',
      v.optional(v.pipe(v.number(), v.integer(), v.minValue(limits.recoveryPasswordLength), v.maxValue(64))),
    ),
  });

/** As an operator writes it: in part, and with what clients are served beside it. */
export const embeddedWalletInputSchema = () =>
  v.pipe(
    v.strictObject({
      ...v.partial(embeddedWalletConfigSchema()).entries,
      mode: about('As clients are served it; no other value is taken.', v.optional(v.literal(walletMode))),
      ethereum: about('Wallets of Ethereum.', v.optional(v.partial(createOnLogin('Ethereum')))),
      solana: about('Wallets of Solana.', v.optional(v.partial(createOnLogin('Solana')))),
    }),
    v.check(
      ({ create_on_login: mode, ethereum }) =>
        (mode ?? ethereum?.create_on_login) === (ethereum?.create_on_login ?? mode),
      'has two values for Ethereum: create_on_login and ethereum.create_on_login mean the same; give one',
    ),
    // One name each from here on, or a later change of the one would contradict the other.
    v.transform(({ mode: _mode, ethereum, ...config }) => ({ ...ethereum, ...config })),
  );
