import { type NotSupportedReason, notSupportedReasons, ServiceError } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import { lastingErrorsTexts } from '../../texts/generated/en/lastingErrors.ts';
import { errorTextOf, isLasting } from './errorTexts.ts';
import { lastingTextOf } from './lastingTexts.ts';

const refused = (reason: string) => new ServiceError('not_supported', { details: { reason } });
const textOf = (reason: NotSupportedReason | 'of_a_newer_service') => lastingTextOf(refused(reason));

describe('lastingTextOf', () => {
  it('every reason of not_supported except a region without SMS has a text, which does not mention SMS', () => {
    for (const reason of Object.keys(notSupportedReasons) as NotSupportedReason[]) {
      const told = textOf(reason);
      if (reason === 'sms_region') expect(told).toBeNull();
      else expect(told?.detail, reason).toMatch(/\.$/);
      expect(told?.detail ?? '', reason).not.toContain('SMS');
    }
    expect(textOf('solana_wallet')?.detail).toBe(lastingErrorsTexts.details.solanaWallet);
    expect(textOf('of_a_newer_service')?.detail).toBe(lastingErrorsTexts.details.unsupported);
  });

  it('[ERR-10] an unsupported region, and a refusal without a reason, have the text of the error catalogue', () => {
    for (const error of [refused('sms_region'), new ServiceError('not_supported')]) {
      expect(isLasting(error)).toBe(false);
      expect(lastingTextOf(error)).toBeNull();
      expect(errorTextOf(error)).toEqual({
        title: 'This region is not supported',
        detail: 'SMS authentication from this region is not available',
        button: 'Try another method',
      });
    }
  });

  it('an unsupported chain offers another method, and five other lasting errors only a button that closes', () => {
    expect(textOf('wallet_chain')).toMatchObject({ button: 'Try another method', hasAnother: true });
    expect(textOf('solana_wallet')).toMatchObject({ button: 'Close', hasAnother: false });
    const codes = [
      'account_on_hold',
      'embedded_wallet_already_exists',
      'insecure_context',
      'missing_or_invalid_mfa',
    ] as const;
    for (const code of codes)
      expect(lastingTextOf(new ServiceError(code))).toMatchObject({ button: 'Close', hasAnother: false });
    expect(lastingTextOf(new ServiceError('account_on_hold'))?.title).toBe('Your account is on hold');
    expect(lastingTextOf(new ServiceError('network_error'))).toBeNull();
  });
});
