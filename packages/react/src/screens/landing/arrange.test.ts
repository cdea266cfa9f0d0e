import { describe, expect, it } from 'vitest';
import { moreTexts } from '../../texts/generated/en/more.ts';
import { type ArrangeInput, type Arrangement, arrange, type LandingView } from './arrange.ts';

const socials = ['google', 'twitter', 'discord', 'github'];

function read(arrangement: Arrangement, view: LandingView = 'default'): string[] {
  return arrangement[view].map((row) => ('method' in row ? row.method : moreTexts[row.label]));
}
function group(methods: string[], groupPriority: ArrangeInput['groupPriority'] = null): Arrangement {
  return arrange({ methods, order: null, groupPriority });
}
const order = (primary: string[], overflow: string[] = []): Arrangement =>
  arrange({ methods: [...primary, ...overflow], order: { primary, overflow }, groupPriority: 'web3-first' });

describe('a configured order', () => {
  it('[LAND-21] a configured order shows up to 5 options, with the wallets behind one of them', () => {
    const five = order(['google', 'email', 'sms', 'apple', 'wallet']);
    expect(read(five)).toEqual(['google', 'email', 'sms', 'apple', 'Continue with a wallet']);
    expect(read(five, 'web3-overflow')).toEqual(['wallet']);
  });

  it("[LAND-21] a configured order shows at most 4 options and 'More options' if it has 6 options or an overflow", () => {
    const six = order(['google', 'email', 'sms', 'apple', 'wallet', 'github']);
    expect(read(six)).toEqual(['google', 'email', 'sms', 'apple', 'More options']);
    expect(read(six, 'web2-overflow')).toEqual(['Continue with a wallet', 'github']);
    const split = order(['google', 'email', 'sms', 'apple', 'wallet'], ['github']);
    expect(read(split)).toEqual(['google', 'email', 'sms', 'apple', 'More options']);
    expect(read(split, 'web2-overflow')).toEqual(['Continue with a wallet', 'github']);
    expect(read(order(['google'], ['email']))).toEqual(['google', 'More options']);
  });
});

describe('web2-first', () => {
  it('[LAND-22] a web2-first landing screen shows up to 4 options, with email and SMS first', () => {
    expect(read(group(['google', 'sms', 'email', 'github']))).toEqual(['sms', 'email', 'google', 'github']);
  });

  it('[LAND-22] a web2-first landing screen shows 3 options and an entry for more from 5 options on', () => {
    const five = group(['email', ...socials]);
    expect(read(five)).toEqual(['email', 'google', 'twitter', 'Other socials']);
    expect(read(five, 'web2-overflow')).toEqual(['discord', 'github']);
  });

  it("[LAND-08] [LAND-11] [LAND-12] a web2-first landing screen labels the overflow 'Other socials', and has a separate entry for wallets", () => {
    const all = group(['wallet', 'email', 'sms', ...socials]);
    expect(read(all)).toEqual(['email', 'sms', 'google', 'Other socials', 'Continue with a wallet']);
    expect(read(all, 'web3-overflow')).toEqual(['wallet']);
  });
});

describe('web3-first', () => {
  it('[LAND-10] the landing screen puts wallets first if only wallets are enabled, or if the priority is web3-first', () => {
    expect(read(group(['wallet']))).toEqual(['wallet']);
    expect(read(group(['wallet'], 'web2-first'))).toEqual(['wallet']);
    const first = group(['wallet', 'email'], 'web3-first');
    expect(read(first)).toEqual(['wallet', 'Continue with email']);
    expect(read(first, 'web3-overflow')).toEqual(['wallet']);
    expect(read(group(['wallet', 'email'], 'web2-first'))).toEqual(['email', 'Continue with a wallet']);
    expect(read(group(['wallet', 'email']))).toEqual(['email', 'Continue with a wallet']);
    // Without wallets, the priority changes nothing.
    expect(read(group(['email', 'sms'], 'web3-first'))).toEqual(['email', 'sms']);
  });

  it.each([
    [['email', 'google'], 'Log in with email or socials'],
    [['email', 'sms', 'google'], 'Log in with email or socials'],
    [['sms', 'google'], 'Log in with sms or socials'],
    [['google'], 'Log in with a social account'],
    [['email', 'sms'], 'Continue with email or sms'],
    [['email'], 'Continue with email'],
    [['sms'], 'Continue with sms'],
  ])('[LAND-11] a web3-first landing screen puts %j into an overflow with the label %j', (web2, label) => {
    const arranged = group(['wallet', ...web2], 'web3-first');
    expect(read(arranged)).toEqual(['wallet', label]);
    expect(read(arranged, 'web2-overflow')).toEqual(web2);
  });
});
