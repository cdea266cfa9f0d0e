import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToSeedWebcrypto } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { describe, expect, it } from 'vitest';
import { utf8 } from '../bytes.ts';
import { toBase58 } from '../decode/base58.ts';
import { toChecksumAddress } from '../decode/checksum.ts';
import { deriveKey } from '../vault/entropy.ts';
import { readPhrase } from '../vault/imported.ts';
import { deriveEd25519 } from '../vault/slip10.ts';
import { toAddress } from './address.ts';
import { toMessageDigest } from './message.ts';
import { signDigestAsHex } from './signature.ts';
import { signSolanaMessage } from './solana.ts';
import { toTypedDataDigest } from './typedData.ts';
import { mail, mailToMany } from './typedDataVectors.testkit.ts';

const cowKey = keccak_256(utf8('cow'));

describe('BIP-39', () => {
  it.each([
    [
      '00000000000000000000000000000000',
      'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
      'c55257c360c07c72029aebc1b53c05ed0362ada38ead3e3e9efa3708e53495531f09a6987599d18264c1e1c92f2cf141630c7a3c4ab7c81b2f001698e7463b04',
    ],
    [
      '7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f',
      'legal winner thank year wave sausage worth useful legal winner thank yellow',
      '2e8905819b8723fe2c1d161860e5ee1830318dbf49a83bd451cfb8440c28bd6fa457fe1296106559a3c80937a1c1069be3a3a5bd381ee6260e8d9739fce1f607',
    ],
    [
      '80808080808080808080808080808080',
      'letter advice cage absurd amount doctor acoustic avoid letter advice cage above',
      'd71de856f81a8acc65e6fc851a38d4d7ec216fd0796d0a6827a3ad6ed5511a30fa280f12eb2e47ed2ac03b5c462a0358d18d69fe4f985ec81778c1b370b652a8',
    ],
  ])('turns the entropy %s into its words and seed', async (entropy, words, seed) => {
    expect(entropyToMnemonic(hexToBytes(entropy), wordlist)).toBe(words);
    expect(bytesToHex(await mnemonicToSeedWebcrypto(words, 'TREZOR'))).toBe(seed);
  });
});

describe('BIP-32', () => {
  it('derives the master key and the first child of test vector 1 of BIP-32', () => {
    const master = HDKey.fromMasterSeed(hexToBytes('000102030405060708090a0b0c0d0e0f'));
    expect(master.privateExtendedKey).toBe(
      'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
    );
    expect(master.derive("m/0'").privateExtendedKey).toBe(
      'xprv9uHRZZhk6KAJC1avXpDAp4MDc3sQKNxDiPvvkX8Br5ngLNv1TxvUxt4cV1rGL5hj6KCesnDYUhd7oWgT11eZG7XnxHrnYeSvkzY7d2bhkJ7',
    );
  });

  it.each([
    [
      'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
      0,
      '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    ],
    [
      'test test test test test test test test test test test junk',
      0,
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    ],
    [
      'test test test test test test test test test test test junk',
      1,
      '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    ],
  ])('derives the known address of "%s" at index %i', async (words, index, address) => {
    const { kind, entropy } = readPhrase(words);
    expect(toAddress('ethereum', await deriveKey(kind, entropy, 'ethereum', index))).toBe(address);
  });
});

describe('EIP-55', () => {
  it.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
  ])('writes the checksum address %s from any letter case', (address) => {
    expect(toChecksumAddress(address.toLowerCase())).toBe(address);
    expect(toChecksumAddress(`0x${address.slice(2).toUpperCase()}`)).toBe(address);
  });

  it.each(['', '0x', '0x123', `0x${'g'.repeat(40)}`, `0x${'a'.repeat(41)}`, `${'a'.repeat(40)}`])(
    'returns null for %j, which is not an address',
    (text) => expect(toChecksumAddress(text)).toBeNull(),
  );
});

describe('EIP-191', () => {
  it('signs a text with the digest and the signature in the documentation of web3.js (EIP-191)', () => {
    const key = hexToBytes('4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318');
    const digest = toMessageDigest('Some data');
    expect(bytesToHex(digest)).toBe('1da44b586eb0729ff70a73c326926f6ed5a25f5b056e7f47fbc6e58d86871655');
    expect(signDigestAsHex(digest, key)).toBe(
      '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c',
    );
  });

  it('reads a message in 0x-hex as bytes, and any other message as text', () => {
    expect(toMessageDigest('0x536f6d652064617461')).toEqual(toMessageDigest('Some data'));
    expect(toMessageDigest('0x536')).toEqual(toMessageDigest(`0x${bytesToHex(utf8('0x536'))}`));
    expect(toMessageDigest('0xzz')).toEqual(toMessageDigest(`0x${bytesToHex(utf8('0xzz'))}`));
  });

  it('counts the bytes of a message, not its characters', () => {
    expect(toMessageDigest('ß😀')).toEqual(keccak_256(utf8('\x19Ethereum Signed Message:\n6ß😀')));
  });

  it('refuses a message with half a surrogate pair, and one that is not text', () => {
    expect(() => toMessageDigest('a\ud800b')).toThrow('not valid Unicode');
    expect(() => toMessageDigest({ toString: () => 'x' })).toThrow('must be a string');
  });
});

describe('EIP-712', () => {
  it('signs the example of EIP-712', () => {
    const digest = toTypedDataDigest(mail);
    expect(bytesToHex(digest)).toBe('be609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2');
    expect(signDigestAsHex(digest, cowKey)).toBe(
      '0x4355c47d63924e8a72e509b65029052eb6c299d53a04e167c5775fd466751c9d07299936d304c153f6443dfa05f40ff007d72911b6f72307f996231605b915621c',
    );
  });

  it('signs nested structs and arrays as eth_signTypedData_v4 does', () => {
    const digest = toTypedDataDigest(JSON.stringify(mailToMany));
    expect(bytesToHex(digest)).toBe('a85c2e2b118698e88db68a8105b794a8cc7cec074e89ef991cb4f5f533819cc2');
    expect(signDigestAsHex(digest, cowKey)).toBe(
      '0x65cbd956f2fae28a601bebc9b906cea0191744bd4c4247bcd27cd08f8eb6b71c78efdf7a31dc9abee78f492292721f362d296cf86b4538e07b51303b67f749061b',
    );
  });
});

describe('SLIP-0010, Ed25519', () => {
  const first = '000102030405060708090a0b0c0d0e0f';
  const second =
    'fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542';

  it.each([
    [first, [], '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7'],
    [first, [0], '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3'],
    [first, [0, 1], 'b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2'],
    [first, [0, 1, 2], '92a5b23c0b8a99e37d07df3fb9966917f5d06e02ddbd909c7e184371463e9fc9'],
    [first, [0, 1, 2, 2], '30d1dc7e5fc04c31219ab25a27ae00b50f6fd66622f6e9c913253d6511d1e662'],
    [first, [0, 1, 2, 2, 1000000000], '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793'],
    [second, [], '171cb88b1b3c1db25add599712e36245d75bc65a1a5c9e18d76f9f2b1eab4012'],
    [second, [0], '1559eb2bbec5790b0c65d8693e4d0875b1747f4970ae8b650486ed7470845635'],
    [second, [0, 2147483647], 'ea4f5bfe8694d8bb74b7b59404632fd5968b774ed545e810de9c32a4fb4192f4'],
    [second, [0, 2147483647, 1], '3757c7577170179c7868353ada796c839135b3d30554bbb74a4b1e4a5a58505c'],
  ])('derives the published key from %s by path %j', (seed, path, key) => {
    expect(bytesToHex(deriveEd25519(hexToBytes(seed), path))).toBe(key);
  });

  it('derives the Solana addresses that other wallets show for a phrase', async () => {
    const { kind, entropy } = readPhrase(`${'abandon '.repeat(11)}about`);
    const addresses = await Promise.all(
      [0, 1].map(async (index) => toAddress('solana', await deriveKey(kind, entropy, 'solana', index))),
    );
    expect(addresses[0]).toBe('HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk');
    expect(addresses[1]).toBe('Hh8QwFUA6MtVu1qAoq12ucvFHNwCcVTV7hpWjeY1Hztb');
  });
});

describe('RFC 8032, Ed25519', () => {
  it.each([
    [
      '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
      '',
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    ],
    [
      '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
      '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
      '72',
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    ],
    [
      'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
      'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
      'af82',
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
    ],
  ])('signs with the key %s as RFC 8032 publishes', (key, publicKey, message, signature) => {
    expect(toAddress('solana', hexToBytes(key))).toBe(toBase58(hexToBytes(publicKey)));
    const base64 = signSolanaMessage(hexToBytes(message), hexToBytes(key));
    expect(Buffer.from(base64, 'base64').toString('hex')).toBe(signature);
  });
});
