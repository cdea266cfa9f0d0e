/**
 * The modal's parts: controls, marks and tokens that every screen is made of. They own their looks and behaviour, know
 * no screen, no client and no flow, and take everything they show as props. Screens and the modal's shell use them.
 */

import { buttonCss } from './Button.css.ts';
import { codeInputCss } from './code/CodeInput.css.ts';
import { partsCss } from './parts.css.ts';
import { progressCss } from './status/Progress.css.ts';
import { textFieldCss } from './TextField.css.ts';
import { baseCss } from './theme/base.css.ts';
import { tokensCss } from './theme/tokens.css.ts';

export { AddressChip } from './address/AddressChip.tsx';
export { Button } from './Button.tsx';
export { CodeInput, codeTexts } from './code/CodeInput.tsx';
export { Icon } from './Icon.tsx';
export { Status } from './status/Status.tsx';
export { TextField } from './TextField.tsx';
export { Title, titleId } from './Title.tsx';
export { accentCss } from './theme/accent.css.ts';
export { defaultAccent } from './theme/accent.ts';

/** The style sheet of all parts. */
export const uiCss = [tokensCss, baseCss, buttonCss, textFieldCss, codeInputCss, progressCss, partsCss].join(
  '\n',
);
