import * as v from 'valibot';
import { about, flag } from '../about.ts';
import * as limits from '../limits.ts';
import { type RecoveryMethod, recoveryMethods } from '../recoveryMethods.ts';
import { createOnLoginModes, walletMode } from './choices.ts';

export const createOnLogin = (chain: string) =>
  v.strictObject({
    create_on_login: about(
      `Users who get a ${chain} wallet when they log in.`,
      v.picklist(createOnLoginModes),
    ),
  });

export const embeddedWalletConfigSchema = () =>
  v.strictObject({
    create_on_login: about(
      'Users who get an Ethereum wallet when they log in. `ethereum.create_on_login` is an alias.',
      v.picklist(createOnLoginModes),
    ),
    solana: createOnLogin('Solana'),
    user_owned_recovery_options: about(
      'Recovery methods that users may choose in addition to automatic recovery.',
      v.array(
        v.picklist(
          recoveryMethods.filter((method) => method !== 'privy') as Exclude<RecoveryMethod, 'privy'>[],
        ),
      ),
    ),
    require_user_owned_recovery_on_create: flag(
      'If true, users must choose one of these recovery methods before a wallet is created.',
    ),
    require_user_password_on_create: flag(
      'Older form of this setting: if true, users must set a recovery password before a wallet is created.',
    ),
    recovery_password_min_length: about(
      'Minimum length of a recovery password, in characters. Default: 6.',
      v.optional(v.pipe(v.number(), v.integer(), v.minValue(limits.recoveryPasswordLength), v.maxValue(64))),
    ),
  });

/**
 * Schema of `embedded_wallet_config` as an operator writes it. It may be partial, and may contain `mode` and
 * `ethereum`, which clients receive.
 */
export const embeddedWalletInputSchema = () =>
  v.pipe(
    v.strictObject({
      ...v.partial(embeddedWalletConfigSchema()).entries,
      mode: about(
        'The value that clients receive. No other value is accepted.',
        v.optional(v.literal(walletMode)),
      ),
      ethereum: about('Ethereum wallets.', v.optional(v.partial(createOnLogin('Ethereum')))),
      solana: about('Solana wallets.', v.optional(v.partial(createOnLogin('Solana')))),
    }),
    v.check(
      ({ create_on_login: mode, ethereum }) =>
        (mode ?? ethereum?.create_on_login) === (ethereum?.create_on_login ?? mode),
      'has two values for Ethereum: create_on_login and ethereum.create_on_login mean the same; give one',
    ),
    // Keeps one name for each setting. A later change under the other name could otherwise contradict it.
    v.transform(({ mode: _mode, ethereum, ...config }) => ({ ...ethereum, ...config })),
  );
