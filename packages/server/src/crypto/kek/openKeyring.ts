import type { World } from '../../world.ts';
import type { AwsSettings } from './awsCredentials.ts';
import { awsKmsKek, isKmsKeyArn } from './awsKms.ts';
import type { Kek, KekSource } from './kek.ts';
import { createKeyring, type Keyring } from './keyring.ts';
import { localKek } from './localKek.ts';

/**
 * Creates the keyring of the configuration.
 *
 * @param sources the first wraps, all unwrap; at least one
 */
export function openKeyring(
  world: Pick<World, 'clock' | 'fetch' | 'log' | 'random'>,
  sources: readonly KekSource[],
  aws: AwsSettings,
): Keyring {
  const [first, ...others] = sources.map((source) => openKek(world, source, aws));
  if (!first) throw new Error('A store has no key-encryption key.');
  return createKeyring(first, ...others);
}

function openKek(world: Parameters<typeof openKeyring>[0], source: KekSource, aws: AwsSettings): Kek {
  return source.provider === 'aws-kms'
    ? awsKmsKek(world, aws, source.keyArn)
    : localKek(world.random, source.key, source.provider);
}

/**
 * Parses a KEK of the configuration: 32 bytes in base64, base64url or hex, or the ARN of a key in AWS KMS. Returns
 * undefined for anything else.
 */
export function readKekSource(text: string): KekSource | undefined {
  if (isKmsKeyArn(text)) return { provider: 'aws-kms', keyArn: text };
  const isHex = /^[0-9a-f]{64}$/i.test(text);
  const bytes = Buffer.from(text, isHex ? 'hex' : 'base64');
  return bytes.length === 32 && (isHex || /^[A-Za-z0-9+/_-]{43}=?$/.test(text))
    ? { provider: 'environment', key: new Uint8Array(bytes) }
    : undefined;
}

export function isSameKek(one: KekSource, other: KekSource): boolean {
  if (one.provider === 'aws-kms' || other.provider === 'aws-kms')
    return 'keyArn' in one && 'keyArn' in other && one.keyArn === other.keyArn;
  return Buffer.from(one.key).equals(other.key);
}
