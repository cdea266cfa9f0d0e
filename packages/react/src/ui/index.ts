/**
 * Controls, marks and design tokens that the screens share. They use no screen, no client and no flow. They receive
 * what they show as props, except a few texts of their own.
 */

import { buttonCss } from './Button.css.ts';
import { codeInputCss } from './code/CodeInput.css.ts';
import { entryButtonCss } from './EntryButton.css.ts';
import { partsCss } from './parts.css.ts';
import { progressCss } from './status/Progress.css.ts';
import { textFieldCss } from './TextField.css.ts';
import { baseCss } from './theme/base.css.ts';
import { tokensCss } from './theme/tokens.css.ts';

export { AddressChip, shorten } from './address/AddressChip.tsx';
export { Identicon } from './address/Identicon.tsx';
export { Sentence } from './address/Sentence.tsx';
export { useCopy } from './address/useCopy.ts';
export { Button, ButtonLink } from './Button.tsx';
export { CodeInput } from './code/CodeInput.tsx';
export { EntryButton } from './EntryButton.tsx';
export { Icon, iconPaths, LineIcon } from './Icon.tsx';
export { type LazyView, lazyView } from './lazyView.tsx';
export { WebLink } from './link/WebLink.tsx';
export { isWebAddress } from './link/webAddress.ts';
export { QrCode } from './qr/QrCode.tsx';
export { Progress } from './status/Progress.tsx';
export { Status, type StatusProps } from './status/Status.tsx';
export { TextField } from './TextField.tsx';
export { Title, titleId } from './Title.tsx';
export { accentCss } from './theme/accent.css.ts';
export { defaultAccent } from './theme/accent.ts';
export { useSheet } from './useSheet.ts';

export const uiCss = [
  tokensCss,
  baseCss,
  buttonCss,
  textFieldCss,
  entryButtonCss,
  codeInputCss,
  progressCss,
  partsCss,
].join('\n');
