import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeedWebcrypto } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { describe, expect, it } from 'vitest';
import { utf8 } from '../bytes.ts';
import { toEthereumKey } from '../vault/entropy.ts';
import { toAddress, toChecksumAddress } from './address.ts';
import { toMessageDigest } from './message.ts';
import { signDigestAsHex } from './signature.ts';
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
  ])('turns %s into its words and seed', async (entropy, words, seed) => {
    expect(entropyToMnemonic(hexToBytes(entropy), wordlist)).toBe(words);
    expect(bytesToHex(await mnemonicToSeedWebcrypto(words, 'TREZOR'))).toBe(seed);
  });
});

describe('BIP-32', () => {
  it('derives test vector 1', () => {
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
  ])('gives the known address of "%s" at index %i', async (words, index, address) => {
    expect(toAddress(await toEthereumKey(mnemonicToEntropy(words, wordlist), index))).toBe(address);
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
  ])('writes %s from any case', (address) => {
    expect(toChecksumAddress(address.toLowerCase())).toBe(address);
    expect(toChecksumAddress(`0x${address.slice(2).toUpperCase()}`)).toBe(address);
  });

  it.each(['', '0x', '0x123', `0x${'g'.repeat(40)}`, `0x${'a'.repeat(41)}`, `${'a'.repeat(40)}`])(
    'knows that %j is no address',
    (text) => expect(toChecksumAddress(text)).toBeNull(),
  );
});

describe('EIP-191', () => {
  it('signs a text as every wallet does', () => {
    const key = hexToBytes('4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318');
    const digest = toMessageDigest('Some data');
    expect(bytesToHex(digest)).toBe('1da44b586eb0729ff70a73c326926f6ed5a25f5b056e7f47fbc6e58d86871655');
    expect(signDigestAsHex(digest, key)).toBe(
      '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c',
    );
  });

  it('reads 0x-hex as bytes, and anything else as text', () => {
    expect(toMessageDigest('0x536f6d652064617461')).toEqual(toMessageDigest('Some data'));
    expect(toMessageDigest('0x536')).toEqual(toMessageDigest(`0x${bytesToHex(utf8('0x536'))}`));
    expect(toMessageDigest('0xzz')).toEqual(toMessageDigest(`0x${bytesToHex(utf8('0xzz'))}`));
  });

  it('counts bytes, not characters', () => {
    expect(toMessageDigest('ß😀')).toEqual(keccak_256(utf8('\x19Ethereum Signed Message:\n6ß😀')));
  });

  it('refuses half a character, and what is no text', () => {
    expect(() => toMessageDigest('a\ud800b')).toThrow('not valid Unicode');
    expect(() => toMessageDigest({ toString: () => 'x' })).toThrow('must be a string');
  });
});

describe('EIP-712', () => {
  it('signs the example of the standard', () => {
    const digest = toTypedDataDigest(mail);
    expect(bytesToHex(digest)).toBe('be609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2');
    expect(signDigestAsHex(digest, cowKey)).toBe(
      '0x4355c47d63924e8a72e509b65029052eb6c299d53a04e167c5775fd466751c9d07299936d304c153f6443dfa05f40ff007d72911b6f72307f996231605b915621c',
    );
  });

  it('signs nested structs and arrays as version 4 of the method does', () => {
    const digest = toTypedDataDigest(JSON.stringify(mailToMany));
    expect(bytesToHex(digest)).toBe('a85c2e2b118698e88db68a8105b794a8cc7cec074e89ef991cb4f5f533819cc2');
    expect(signDigestAsHex(digest, cowKey)).toBe(
      '0x65cbd956f2fae28a601bebc9b906cea0191744bd4c4247bcd27cd08f8eb6b71c78efdf7a31dc9abee78f492292721f362d296cf86b4538e07b51303b67f749061b',
    );
  });
});
