/**
 * The modal's parts: controls, marks and tokens that every screen is made of. They own their looks and behaviour, know
 * no screen, no client and no flow, and take everything they show as props. Screens and the modal's shell use them.
 */

import { buttonCss } from './Button.css.ts';
import { baseCss } from './base.css.ts';
import { codeInputCss } from './CodeInput.css.ts';
import { progressCss } from './Progress.css.ts';
import { partsCss } from './parts.css.ts';
import { textFieldCss } from './TextField.css.ts';
import { tokensCss } from './tokens.css.ts';

export { AddressChip } from './AddressChip.tsx';
export { accentCss } from './accent.css.ts';
export { defaultAccent } from './accent.ts';
export { Button } from './Button.tsx';
export { CodeInput, codeTexts } from './CodeInput.tsx';
export { Icon } from './Icon.tsx';
export { Status } from './Status.tsx';
export { TextField } from './TextField.tsx';
export { Title, titleId } from './Title.tsx';

/** The style sheet of all parts. */
export const uiCss = [tokensCss, baseCss, buttonCss, textFieldCss, codeInputCss, progressCss, partsCss].join(
  '\n',
);
